import { setTimeout as sleep } from "node:timers/promises";
import { isBusy } from "./is-busy";

/** What somebody else who writes may take, before those that wait are told. */
export const patienceMs = 5_000;
/** A try holds up the whole process for the driver's own wait. */
const pauseMs = { first: 20, most: 250 };

export type Patience = <T>(write: () => Promise<T>) => Promise<T>;

/**
 * Tries what another connection keeps from being done again, with pauses in which others are answered: for {@link patienceMs} since the database was found
 * busy. However many wait, one of them tries; when it may write, so may all. Where it has given up, the others are refused with it; what
 * comes next has one try. Only for what has done nothing when it fails.
 */
export function createPatience(): Patience {
  const state = {
    sinceMs: null as number | null,
    trying: null as Promise<void> | null,
    failedMs: 0,
    failure: null as unknown,
  };

  async function tryOnce<T>(write: () => Promise<T>): Promise<{ value: T } | null> {
    try {
      const value = await write();
      state.sinceMs = null;
      return { value };
    } catch (error) {
      if (!isBusy(error)) throw error;
      [state.failedMs, state.failure] = [performance.now(), error];
      state.sinceMs ??= state.failedMs;
      return null;
    }
  }

  async function goOnTrying<T>(write: () => Promise<T>): Promise<T> {
    for (let pause = isOver() ? pauseMs.most : pauseMs.first; ; pause = Math.min(pause * 2, pauseMs.most)) {
      await sleep(pause);
      const done = await tryOnce(write);
      if (done !== null) return done.value;
      if (isOver()) throw state.failure;
    }
  }

  const isOver = () => state.sinceMs !== null && performance.now() - state.sinceMs >= patienceMs;

  return async function patiently(write) {
    for (;;) {
      while (state.trying !== null) {
        await state.trying;
        if (isOver()) throw state.failure;
      }
      const isKnown = isOver() && performance.now() - state.failedMs < pauseMs.most;
      const done = isKnown ? null : await tryOnce(write);
      if (done !== null) return done.value;
      // Another one, which was under way, may have begun.
      if (state.trying !== null) continue;
      const trying = goOnTrying(write);
      state.trying = trying.then(
        () => {},
        () => {},
      );
      try {
        return await trying;
      } finally {
        state.trying = null;
      }
    }
  };
}
