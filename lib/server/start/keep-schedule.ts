import type { App } from "@/lib/server/runtime/app";
import type { Schedule } from "@/lib/server/group/group";

/** Does it again and again until the server stops. A round is passed over while the one before still goes on: what waits for something would only wait more often. */
export function keepSchedule(app: App, { everyMs, firstMs, failed, run }: Schedule): void {
  let isRunning = false;
  const round = async () => {
    if (isRunning) return;
    isRunning = true;
    try {
      await run(app);
    } catch (error) {
      app.log.error({ err: error }, failed);
    } finally {
      isRunning = false;
    }
  };
  const work = () => void round(); // tells its failures itself
  if (firstMs === undefined) work();
  const first = firstMs === undefined ? null : setTimeout(work, firstMs).unref();
  const every = setInterval(work, everyMs).unref();
  app.stopping.addEventListener("abort", () => {
    if (first !== null) clearTimeout(first);
    clearInterval(every);
  });
}
