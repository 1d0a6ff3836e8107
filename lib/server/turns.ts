import { AppError } from "@/lib/shared/errors";

type Limits = { atOnce: number; maxWaiting: number };

/** Bounds how many things one user runs at once: more wait for their turn, and only far too many are refused. */
export function createTurns({ atOnce, maxWaiting }: Limits) {
  const users = new Map<string, { running: number; waiting: (() => void)[] }>();

  /** Resolves when it is the user's turn; call the result to end it. Throws request/busy, request/cancelled. */
  return async function takeTurn(user: string, signal: AbortSignal): Promise<() => void> {
    const state = users.get(user) ?? { running: 0, waiting: [] };
    users.set(user, state);
    const leave = () => {
      const next = state.waiting.shift();
      if (next !== undefined) next();
      else if (--state.running === 0) users.delete(user);
    };
    if (signal.aborted) throw new AppError("request/cancelled");
    if (state.running < atOnce) {
      state.running++;
      return leave;
    }
    if (state.waiting.length >= maxWaiting) throw new AppError("request/busy");
    await new Promise<void>((resolve, reject) => {
      const cancel = () => {
        state.waiting = state.waiting.filter((other) => other !== go);
        reject(new AppError("request/cancelled"));
      };
      const go = () => {
        signal.removeEventListener("abort", cancel);
        resolve();
      };
      state.waiting.push(go);
      signal.addEventListener("abort", cancel, { once: true });
    });
    return leave;
  };
}
