import { execFileSync } from "node:child_process";
import path from "node:path";

/** Why an account without rights cannot run what is in this tree; null where it can. It may lie in a folder that is its owner's alone. */
export function treeProblem(): string | null {
  if (process.getuid?.() !== 0) return "root alone can make itself somebody else";
  try {
    // By its whole path: from the working folder it is found wherever that lies.
    execFileSync("setpriv", ["--reuid", "65534", "--clear-groups", "test", "-r", path.resolve("package.json")]);
    return null;
  } catch {
    return "other accounts cannot read this tree";
  }
}
