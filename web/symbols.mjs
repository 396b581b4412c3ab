// Makes the NATO symbols we use from milsymbol, once, when the page is built: the whole package would weigh 880 kB.
// Both sides get the friendly rectangle, because our silhouettes tell the sides apart.
import { readFileSync, writeFileSync, existsSync, mkdirSync } from "node:fs";
import ms from "milsymbol";

const CODES = {
  infantry: "SFGPUCI----",
  guards: "SFGPUCI----",
  workers: "SFGPUCI----",
  motorized: "SFGPUCIM---",
  mech: "SFGPUCIZ---",
  armor: "SFGPUCA----",
  recon: "SFGPUCRVA--",
  assault_gun: "SFGPUCFHE--",
  cavalry: "SFGPUCR----",
  mountain: "SFGPUCIO---",
  security: "SFGPUCS----",
  marine: "SFGPUCIN---",
  artillery: "SFGPUCF----",
  engineer: "SFGPUCE----",
  antitank: "SFGPUCAA---",
  antiair: "SFGPUCD----",
  rocket: "SFGPUCFR---",
};
const STROKE = 2.3; // milsymbol draws for large sizes; our boxes are 22 pixels wide

const symbols = {};
for (const [key, code] of Object.entries(CODES)) {
  const symbol = new ms.Symbol(code, { size: 100, monoColor: "currentColor", fill: false });
  if (!symbol.isValid()) throw new Error(`milsymbol does not know ${code} for ${key}`);
  symbols[key] = symbol
    .asSVG()
    .replace(/^<svg[^>]*>|<\/svg>$/g, "")
    .replace(/stroke-width="([\d.]+)"/g, (_, width) => `stroke-width="${Math.round(width * STROKE)}"`)
    .replace(/ fill-opacity="1"/g, "")
    .replace(/ ><\/(path|circle)>/g, "/>");
}

mkdirSync("src/made", { recursive: true });
const text = JSON.stringify(symbols, null, 1) + "\n";
const file = "src/made/symbols.json";
if (!existsSync(file) || readFileSync(file, "utf8") !== text) writeFileSync(file, text);
