import { runInNewContext } from "node:vm";
import { AppError } from "@/lib/shared/errors";
import type { NameMatcher } from "./name-matcher";

/** Of matching the names of one folder. */
const slowMs = 1_000;

/** Which texts match. An expression that takes for ever is ended, with search/pattern-slow: the engine can be stopped where it runs in a context of its own. */
export function matchAll(matcher: NameMatcher, texts: readonly string[]): boolean[] {
  const run = () => texts.map((text) => matcher.matches(text));
  if (!matcher.isPattern) return run();
  try {
    return runInNewContext("run()", { run }, { timeout: slowMs }) as boolean[]; // what run gives
  } catch (error) {
    if (isTimeout(error)) throw new AppError("search/pattern-slow", {}, { cause: error });
    throw error;
  }
}

/** Made in another context it is no Error of this one. */
function isTimeout(error: unknown): boolean {
  return (
    typeof error === "object" && error !== null && "code" in error && error.code === "ERR_SCRIPT_EXECUTION_TIMEOUT"
  );
}
