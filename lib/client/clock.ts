import { createStore } from "@/lib/shared/store";

const tickMs = 1_000;
const ticks = createStore(0);
let timer: ReturnType<typeof setInterval> | null = null;
let listening = 0;

/** The time for everything on the screen that grows old: one timer, for as long as somebody listens. */
export const clock = {
  /** That of the last tick, so that all say the same. */
  nowMs: () => (timer === null ? Date.now() : ticks.get()),
  subscribe: (listener: () => void): (() => void) => {
    if (timer === null) {
      ticks.set(Date.now());
      timer = setInterval(() => ticks.set(Date.now()), tickMs);
    }
    listening += 1;
    const stop = ticks.subscribe(listener);
    return () => {
      stop();
      listening -= 1;
      if (listening > 0 || timer === null) return;
      clearInterval(timer);
      timer = null;
    };
  },
};
