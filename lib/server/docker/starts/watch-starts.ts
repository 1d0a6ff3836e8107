import { isAppError } from "@/lib/shared/errors";
import { followEvents } from "@/lib/server/docker/follow-events";
import { pause } from "@/lib/server/docker/pause";
import type { App } from "@/lib/server/runtime/app";
import { judgeStarts } from "./judge-starts";

/** After which something can run, or will, that was not judged yet. */
const events = ["create", "start", "update", "die"];
/** What happens meanwhile is judged together; no more than half of the time. */
const betweenMs = 500;
/** When what could not be judged is asked about again, if nothing happens before. */
const laterMs = 5_000;

/** Judges from now on what Docker starts by itself, and after each connection to it what it has started before, until the server stops. */
export function watchStarts(app: App): void {
  const { stopping, log } = app;
  let [isWanted, isJudging] = [false, false];
  let later: NodeJS.Timeout | undefined;
  const want = () => {
    isWanted = true;
    if (!isJudging) void judgeAll(); // never rejects
  };
  const judgeAll = async () => {
    isJudging = true;
    while (isWanted && !stopping.aborted) {
      isWanted = false;
      const beganMs = Date.now();
      clearTimeout(later);
      const isAll = await judgeStarts(app).catch((error: unknown) => {
        // The next connection is the next time.
        if (!isAppError(error)) log.error({ err: error }, "what Docker has started could not be judged");
        return true;
      });
      if (!isAll) later = setTimeout(want, laterMs).unref();
      await pause(Math.max(betweenMs, Date.now() - beganMs), stopping);
    }
    isJudging = false;
  };
  const stop = followEvents("container", want, events);
  stopping.addEventListener(
    "abort",
    () => {
      clearTimeout(later);
      stop();
    },
    { once: true },
  );
}
