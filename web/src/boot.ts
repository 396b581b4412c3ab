import { mount } from "svelte";
import App from "./App.svelte";
import { applySettings, language } from "./lib/settings.svelte";
import { speak } from "./lib/text";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/table.css";
import "./styles/map.css";
import "./styles/pages.css";
import "./styles/small.css";

applySettings();
// Where the page has https or is local: a page for when the table cannot be reached.
if ("serviceWorker" in navigator) void navigator.serviceWorker.register("/offline.js").catch(() => undefined);
await speak(language()).catch(() => undefined);
mount(App, { target: document.getElementById("app")! });
