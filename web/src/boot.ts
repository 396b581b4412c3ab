import { mount } from "svelte";
import App from "./App.svelte";
import { applySettings } from "./lib/settings.svelte";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/map.css";
import "./styles/small.css";

applySettings();
mount(App, { target: document.getElementById("app")! });
