// What the reporters of both runners write of a run, in one shape.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { stripVTControlCharacters } from "node:util";
import { root } from "../fingerprint.mjs";

/** Where the report of a lane goes; set by run-lane.mjs. */
export const reportFile = process.env["FILEDECK_LANE_REPORT"];
const maxLines = 30;
/** For what went wrong in a file outside of its tests: a hook, an import, a rejection that nobody awaited. */
export const outsideTests = "(outside of its tests)";

/** Without the steps of a trace that are not ours. */
export function shorten(text) {
  return stripVTControlCharacters(text ?? "no message")
    .split("\n")
    .filter((line) => !/^\s+at .*(node_modules|\(?node:internal|new Promise)/.test(line))
    .slice(0, maxLines)
    .join("\n");
}

export const relative = (file) => path.relative(root, file);

/**
 * @typedef {{ file: string, name: string, status: "passed" | "failed" | "skipped" | "not run", message?: string, reason?: string }} Outcome
 * @param {{ outcomes: Outcome[], problems: string[], files: { file: string, ms: number }[] }} report `problems` belong to no file.
 */
export function writeReport(report) {
  if (reportFile === undefined) return;
  mkdirSync(path.dirname(reportFile), { recursive: true });
  writeFileSync(reportFile, JSON.stringify({ ...report, outcomes: nameEach(report.outcomes) }));
}

/** Tests of one name in one file are told apart by their place. */
function nameEach(outcomes) {
  const counts = new Map();
  return outcomes.map((outcome) => {
    const key = `${outcome.file} › ${outcome.name}`;
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    return count === 1 ? outcome : { ...outcome, name: `${outcome.name} (${count})` };
  });
}
