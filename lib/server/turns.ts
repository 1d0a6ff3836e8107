import { AppError } from "@/lib/shared/errors";
import { isStranger } from "@/lib/server/strangers";

type Limits = {
  /** How much of it one user, or one network of strangers, may have running. */
  atOnce: number;
  /** How many more of one user wait for their turn; 0 refuses them at once. */
  maxWaiting: number;
  /** How much runs of all of them together. */
  inAll?: number;
  /** Of that, how much strangers have together: networks cost them nothing, and whoever is signed in never waits for them. */
  strangersInAll?: number;
  /** So much of it is only for those who have nothing running. */
  keptForNew?: number;
  /** Whoever has waited this long is told so, instead of looking at nothing. */
  maxWaitMs?: number;
};

/** Ends a turn; again, it does nothing. */
export type Leave = () => void;
type Waiting = { holder: string; amount: number; go: () => void };

/** A waiting request is little more than its connection; of more than this nobody sees the end. */
const maxWaitingInAll = 2_000;
const maxStrangersWaiting = 1_000;

/**
 * Bounds how much one user, and all of them, have running at once: more wait for their turn, and only far too many are refused. What
 * becomes free goes to whoever has least of it, so that nobody's queue stands in another's way, and to strangers last.
 */
export function createTurns({
  atOnce,
  maxWaiting,
  inAll = Infinity,
  strangersInAll = inAll,
  keptForNew = 0,
  maxWaitMs,
}: Limits) {
  const running = new Map<string, number>();
  let runningInAll = 0;
  let runningOfStrangers = 0;
  let queue: Waiting[] = [];

  const fitsHolder = (holder: string, amount: number) => (running.get(holder) ?? 0) + amount <= atOnce;
  const fitsStrangers = (holder: string, amount: number) =>
    !isStranger(holder) || runningOfStrangers + amount <= strangersInAll;
  const fitsAll = (holder: string, amount: number) =>
    runningInAll + amount <= inAll - (running.has(holder) ? keptForNew : 0);
  /** Whoever has all that is theirs holds up nobody else. */
  const isReady = ({ holder, amount }: Pick<Waiting, "holder" | "amount">) =>
    fitsHolder(holder, amount) && fitsStrangers(holder, amount);

  /** What becomes free goes to the lowest: strangers come after everybody else, however little they have. */
  const rankOf = (holder: string) => (running.get(holder) ?? 0) + (isStranger(holder) ? atOnce + 1 : 0);

  const strangersWaiting = () => queue.filter(({ holder }) => isStranger(holder)).length;

  function begin(holder: string, amount: number): Leave {
    running.set(holder, (running.get(holder) ?? 0) + amount);
    runningInAll += amount;
    if (isStranger(holder)) runningOfStrangers += amount;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (running.get(holder) ?? 0) - amount;
      if (left > 0) running.set(holder, left);
      else running.delete(holder);
      runningInAll -= amount;
      if (isStranger(holder)) runningOfStrangers -= amount;
      callNext();
    };
  }

  function callNext(): void {
    for (;;) {
      const ready = queue.filter(isReady);
      const least = Math.min(...ready.map(({ holder }) => rankOf(holder)));
      const next = ready.find(({ holder }) => rankOf(holder) === least);
      // Something small does not go before something large: the large one would never have its turn.
      if (next === undefined || !fitsAll(next.holder, next.amount)) return;
      queue = queue.filter((other) => other !== next);
      next.go();
    }
  }

  /**
   * Resolves when it is the holder's turn to have so much (at most `atOnce`); call the result to end it. Throws request/busy for too
   * much of one's own, request/overloaded for too much in all, request/cancelled.
   */
  return async function takeTurn(holder: string, signal: AbortSignal, wanted = 1): Promise<Leave> {
    const amount = Math.min(wanted, atOnce, isStranger(holder) ? strangersInAll : inAll);
    if (signal.aborted) throw new AppError("request/cancelled");
    const isFree = isReady({ holder, amount }) && fitsAll(holder, amount);
    const isNext = () => queue.every((other) => !isReady(other) || rankOf(holder) < rankOf(other.holder));
    if (isFree && isNext()) return begin(holder, amount);
    const refusal = () => new AppError(fitsHolder(holder, amount) ? "request/overloaded" : "request/busy");
    const own = queue.filter((other) => other.holder === holder).length;
    if (own >= maxWaiting) throw refusal();
    const isLineFull =
      queue.length >= maxWaitingInAll || (isStranger(holder) && strangersWaiting() >= maxStrangersWaiting);
    if (isLineFull) throw new AppError("request/overloaded");
    return new Promise<Leave>((resolve, reject) => {
      const stop = (error: AppError) => {
        settle();
        reject(error);
        callNext();
      };
      const cancel = () => stop(new AppError("request/cancelled"));
      const timer = maxWaitMs === undefined ? undefined : setTimeout(() => stop(refusal()), maxWaitMs);
      const settle = () => {
        clearTimeout(timer);
        signal.removeEventListener("abort", cancel);
        queue = queue.filter((other) => other !== waiting);
      };
      const go = () => {
        settle();
        resolve(begin(holder, amount));
      };
      const waiting = { holder, amount, go };
      queue.push(waiting);
      signal.addEventListener("abort", cancel, { once: true });
    });
  };
}
