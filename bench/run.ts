// All figures in one table, with their goals and what came of them, in about a quarter of an hour on a quiet machine:
// node --import tsx bench/run.ts [NAME…]   (needs a build, root, and what each of them names; docs/performance.md explains the figures)
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { lineOf, type Figure } from "./support/report";

const all: readonly (readonly string[])[] = [
  ["start"],
  ["browser"],
  ["lists"],
  ["paths"],
  ["transfer"],
  ["small"],
  ["ways"],
  ["listing"],
  ["text"],
  ["channel"],
  ["terminal"],
  ["archive", "quick"],
  ["search"],
  ["many"],
  ["metrics"],
  ["move"],
  ["sftp"],
  ["connections"],
  ["hostile"],
  ["hostile-doors"],
];
const timeoutMs = 5 * 60_000;

const wanted = process.argv.slice(2);
const work = mkdtempSync(path.join(tmpdir(), "filedeck-results-"));
const results = path.join(work, "results");
const broken: string[] = [];
const begun = performance.now();
for (const [name = "", ...args] of all.filter(([one = ""]) => wanted.length === 0 || wanted.includes(one))) {
  console.log(`\n${name}`);
  const file = path.join(import.meta.dirname, `${name}.ts`);
  const { status } = spawnSync(process.execPath, ["--import", "tsx", file, ...args], {
    stdio: "inherit",
    timeout: timeoutMs,
    env: { ...process.env, BENCH_RESULTS: results },
  });
  if (status !== 0) broken.push(name);
}
const figures = (existsSync(results) ? readFileSync(results, "utf8") : "")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => JSON.parse(line) as Figure); // as report wrote it
rmSync(work, { recursive: true });

console.log(`\nAll figures, ${((performance.now() - begun) / 60_000).toFixed(1)} minutes\n`);
for (const figure of figures) console.log(lineOf(figure));
const goals = figures.flatMap((figure) => figure.goals);
const missed = goals.filter(({ isMet }) => !isMet).length;
console.log(
  `\n${goals.length - missed} of ${goals.length} goals met${broken.length > 0 ? `, broken: ${broken.join(", ")}` : ""}`,
);
process.exitCode = missed > 0 || broken.length > 0 ? 1 : 0;
