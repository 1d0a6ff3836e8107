// Damaged archives of every format, seeded, as many as asked of each; the tests try few of those that need a thread each:
// node --import tsx bench/damaged.ts [TIMES]
import { isAppError } from "../lib/shared/errors";
import { damaged, randomFrom, sound } from "../lib/server/archive/damaged-samples";
import { extractSample } from "../e2e/support/extract-sample";
import { makeLocalFixture } from "../lib/server/storage/local-fixture";
import { atMost, report } from "./support/report";

const times = Number(process.argv[2] ?? 200);
const fixture = await makeLocalFixture();
let problems = 0;
let longestMs = 0;
for (const [name, bytes] of Object.entries(sound)) {
  const random = randomFrom(11);
  const ends = new Map<string, number>();
  for (let turn = 0; turn < times; turn++) {
    const startedMs = performance.now();
    const end = await extractSample(fixture, { name, bytes: damaged(bytes, random) }, { limitBytes: 1e6 }).then(
      ({ failures }) => failures[0]?.error ?? "whole",
      (error: unknown) => (isAppError(error) ? error.key : String(error)),
    );
    longestMs = Math.max(longestMs, performance.now() - startedMs);
    if (!/^(?:whole|archive\/|file\/name-)/.test(end)) problems++;
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }
  console.log(name, Object.fromEntries(ends));
}
await fixture.close();
const rssMb = Math.round(process.memoryUsage().rss / 1_048_576);
report(
  `${times} damaged archives of each format`,
  `${problems} problems, longest ${Math.round(longestMs)} ms, ${rssMb} MB`,
  atMost(problems, 0, " problems"),
);
process.exitCode = problems === 0 ? 0 : 1;
