// What comes before any test: generated code, and the static steps.
import { spawnSync } from "node:child_process";
import { runStaticSteps } from "./static-steps.mjs";

/**
 * @param {import("./ledger.mjs").Ledger} ledger
 * @returns {Promise<boolean>} Whether tests can say anything: not where code cannot be generated, or types are wrong.
 */
export async function prepare(ledger) {
  const { status } = spawnSync(process.execPath, ["scripts/generate.mjs"], { stdio: "inherit" });
  if (status !== 0) {
    ledger.addProblem("generated code", `exit code ${status}`);
    return false;
  }
  const failed = await runStaticSteps();
  for (const { name, message } of failed) ledger.addProblem(name, message);
  return failed.every(({ name }) => name !== "types");
}
