// Compresses what the page is made of, once, when it is built: the table sends the small form to who takes it.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync, constants } from "node:zlib";

const FOLDER = "../src/kurgan/table/static";
const LEAST = 1000;

for (const name of readdirSync(FOLDER, { recursive: true })) {
  const path = join(FOLDER, name);
  if (!/\.(js|css|svg|html)$/.test(name) || !statSync(path).isFile()) continue;
  const text = readFileSync(path);
  if (text.length < LEAST) continue;
  writeFileSync(`${path}.gz`, gzipSync(text, { level: constants.Z_BEST_COMPRESSION }));
}
