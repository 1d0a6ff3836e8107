// Runs a lane of tests, or one file of it, in a process of its own.
import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { root } from "../fingerprint.mjs";
import { shorten } from "./report.mjs";

const keptChars = 6_000;

const commands = {
  vitest: ({ name, workers }, files, extra) => [
    "node_modules/.bin/vitest",
    "run",
    `--project=${name}`,
    `--maxWorkers=${workers}`,
    "--retry=0",
    "--passWithNoTests",
    "--reporter=default",
    "--reporter=./scripts/testing/vitest-report.mjs",
    ...extra,
    ...files,
  ],
  playwright: ({ name, workers }, files, extra, output) => [
    "node_modules/.bin/playwright",
    "test",
    `--project=${name}`,
    `--workers=${workers}`,
    "--retries=0",
    "--pass-with-no-tests",
    `--output=${output}`,
    "--reporter=line,./scripts/testing/playwright-report.mjs",
    ...extra,
    // They are patterns.
    ...files.map((file) => `${file.replaceAll(/[.\\[\](){}+*?^$|]/g, String.raw`\$&`)}$`),
  ],
};

/** Process groups that are at work: they end with this one. */
const groups = new Set();
for (const signal of ["SIGINT", "SIGTERM"])
  process.once(signal, () => {
    for (const pid of groups) kill(pid);
    process.exit(1);
  });

function kill(pid) {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // It has ended.
  }
}

/**
 * What it prints is shown as it comes.
 * @param {import("./lanes.d.mts").Lane} lane
 * @param {{ files?: string[], alone?: boolean, extra?: string[] }} options `files`: these of it only; `alone`: one worker, and another place for what it leaves.
 * @returns {Promise<{ outcomes: import("./report.mjs").Outcome[], problems: string[], files: { file: string, ms: number }[] }>} What broke
 * the run itself is among `problems`.
 */
export async function runLane(lane, { files = [], alone = false, extra = [] } = {}) {
  const place = alone ? `${lane.name}-again-${Date.now()}` : lane.name;
  const report = path.join(root, "test-results/reports", `${place}.json`);
  const [program, ...args] = commands[lane.runner](
    alone ? { ...lane, workers: 1 } : lane,
    files,
    extra,
    `test-results/${place}`,
  );
  const { code, tail, isLate } = await run(program, args, lane.minutes * 60_000, report);
  if (!existsSync(report))
    return { outcomes: [], problems: [`It wrote no report (exit code ${code}).\n${tail}`], files: [] };
  const result = JSON.parse(readFileSync(report, "utf8"));
  const isGreen =
    result.problems.length === 0 && result.outcomes.every(({ status }) => status !== "failed" && status !== "not run");
  if (isLate) result.problems.push(`It was ended after ${lane.minutes} minutes.\n${tail}`);
  else if (code !== 0 && isGreen) result.problems.push(`It ended with exit code ${code}.\n${tail}`);
  return result;
}

function run(program, args, timeoutMs, report) {
  const child = spawn(program, args, {
    cwd: root,
    detached: true,
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, FILEDECK_LANE_REPORT: report },
  });
  groups.add(child.pid);
  let tail = "";
  let isLate = false;
  const show = (to) => (chunk) => {
    to.write(chunk);
    tail = (tail + chunk.toString()).slice(-keptChars);
  };
  child.stdout.on("data", show(process.stdout));
  child.stderr.on("data", show(process.stderr));
  const timer = setTimeout(() => {
    isLate = true;
    kill(child.pid);
  }, timeoutMs);
  return new Promise((resolve) => {
    const end = (code) => {
      clearTimeout(timer);
      // What it has left running would disturb whatever comes next.
      kill(child.pid);
      groups.delete(child.pid);
      resolve({ code, tail: shorten(tail.split("\n").slice(-30).join("\n")), isLate });
    };
    child.once("error", (error) => {
      tail += error.message;
      end(1);
    });
    // Not "close": daemons that were left behind may hold the pipes.
    child.once("exit", (code, signal) => setImmediate(() => end(code ?? signal)));
  });
}
