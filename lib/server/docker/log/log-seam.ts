import type { LogLine } from "@/lib/contracts/docker-logs";
import { secondsOf } from "./open-log";

/** Podman's times have no fraction: a whole second of lines has the same. */
const isWholeSecond = (at: string) => at.endsWith(".000000000Z");

export type LogSeam = ReturnType<typeof createLogSeam>;

/**
 * Where a log goes on that has been read up to a line, `same` lines of whose time are known. Docker tells each line a nanosecond of its own, and goes on behind it. Where lines of a
 * second cannot be told apart the whole second is asked for, and as many of it as are known are passed over.
 */
export function createLogSeam(after: string | null, same: number) {
  let [last, count] = [after, same];
  let passed: { at: string; left: number } | null = null;
  return {
    /** For the daemon; null before there is a line. */
    since(): string | null {
      if (last === null) return null;
      passed = isWholeSecond(last) ? { at: last, left: count } : null;
      return secondsOf(last, passed === null ? 1 : -1);
    },
    /** Whether a line is new. */
    take({ at }: Pick<LogLine, "at">): boolean {
      if (at === "") return true;
      if (passed !== null && at < passed.at) return false;
      if (passed?.at === at && passed.left > 0) {
        passed.left--;
        return false;
      }
      if (at === last) count++;
      else if (last === null || at > last) [last, count] = [at, 1];
      return true;
    },
  };
}
