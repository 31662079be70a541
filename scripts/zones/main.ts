import { writeFileSync } from "node:fs";
import { compileZones } from "./compile-zones.ts";

// Writes the rules of time zones: `npm run zones -- FOLDER`, where the folder is that of an unpacked package of
// tzdata (Debian's has the newest release within days), or of this system.
const [folder = "/usr/share/zoneinfo"] = process.argv.slice(2);
const compiled = compileZones(folder);
const file = new URL("../../src/domain/zones/zones.json", import.meta.url);
writeFileSync(file, `${JSON.stringify(compiled, null, 2)}\n`);
console.log(
  `release ${compiled.release}: ${Object.keys(compiled.zones).length} zones, ${Object.keys(compiled.links).length} links`,
);
