import type { Systemd } from "./systemd-fixture";

/** For a machine to start, and all files that are run in it. */
export const nestedMs = 600_000;
const linesOfEach = 12;

/**
 * Runs test files in a machine, by these words in front of the program, and gives what was said. Throws where a test fails, with the names of all that
 * did and the first lines of each: the run outside shows nothing else of it.
 */
export async function runNested(systemd: Systemd, files: readonly string[], before: readonly string[] = []) {
  const vitest = [process.execPath, "node_modules/vitest/vitest.mjs", "run", "--reporter=verbose"];
  // They are about the same systemd.
  const { code, said } = await systemd.run(...before, ...vitest, "--no-file-parallelism", ...files);
  if (code !== 0) throw new Error(failuresIn(said));
  return said;
}

export function failuresIn(said: string): string {
  // oxlint-disable-next-line no-control-regex -- colors are what is to go
  const lines = said.replace(/\u001b\[[\d;]*m/g, "").split("\n");
  const starts = lines.flatMap((line, index) => (/^\s*FAIL\s/.test(line) ? [index] : []));
  const names = starts.map((start) => (lines[start] ?? "").trim().replace(/^FAIL\s+/, ""));
  const texts = starts.map((start, index) =>
    lines.slice(start, Math.min(start + linesOfEach, starts[index + 1] ?? lines.length)).join("\n"),
  );
  // Where none has failed, what it ended with says why.
  const all = starts.length === 0 ? lines.slice(-60) : [`${names.length} failed inside: ${names.join("; ")}`, ...texts];
  return all.join("\n");
}
