// What a path costs whose names are not UTF-8, as the database and URLs have it: node --import tsx bench/paths.ts
import { decodePath, encodePath } from "../lib/shared/paths";
import { atMost, report } from "./support/report";

const rounds = 1_000;
const byteName = "\udcff".repeat(240);
const mixed = "a\udcff".repeat(120);

function time(name: string, work: () => unknown): void {
  for (let round = 0; round < rounds / 10; round++) work();
  const beganMs = performance.now();
  for (let round = 0; round < rounds; round++) work();
  const eachMs = (performance.now() - beganMs) / rounds;
  report(name, `${eachMs.toFixed(3)} ms`, atMost(eachMs, 0.5, " ms"));
}

for (const [what, segment] of Object.entries({ "bytes alone": byteName, "bytes and letters": mixed })) {
  const path = Array.from({ length: 14 }, () => segment).join("/");
  const encoded = encodePath(path);
  time(`encode 14 long names, ${what}`, () => encodePath(path));
  time(`decode 14 long names, ${what}`, () => decodePath(encoded));
}
