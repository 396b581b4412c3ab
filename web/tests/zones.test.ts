import { expect, test } from "vitest";
import { keeper, type Zone } from "../src/lib/zones";

const zone = (id: string): Element => {
  const found = document.createElementNS("http://www.w3.org/2000/svg", "polygon");
  found.setAttribute("data-place", id);
  return found;
};

test("only what changed is written, and all of it", () => {
  const zones = [zone("18"), zone("19")];
  const keepUp = keeper();
  const said: Record<string, Zone> = {
    "18": { label: "Flying School", lit: true, focused: true },
    "19": { label: "Yelshanka", lit: false, focused: false },
  };
  let written: string[] = [];
  for (const each of zones) {
    const set = each.setAttribute.bind(each);
    each.setAttribute = (name: string, value: string) => (written.push(name), set(name, value));
  }
  keepUp(zones, (id) => said[id]!);
  const told = () =>
    zones.map((z) => [z.getAttribute("aria-label"), z.classList.contains("lit"), z.getAttribute("tabindex")]);
  expect(told()).toEqual([
    ["Flying School", true, "0"],
    ["Yelshanka", false, "-1"],
  ]);
  written = [];
  said["19"] = { label: "Yelshanka: German.", lit: true, focused: false };
  keepUp(zones, (id) => said[id]!);
  expect(written.filter((name) => name !== "class")).toEqual(["aria-label"]);
  expect(told()[1]).toEqual(["Yelshanka: German.", true, "-1"]);
  said["18"] = { label: "Flying School", lit: false, focused: false };
  keepUp(zones, (id) => said[id]!);
  expect(told()[0]).toEqual(["Flying School", false, "-1"]);
});
