import { AppError } from "@/lib/shared/errors";
import { createCrawlWatch, type Flow } from "./crawling";
import { isAnonymous } from "./anonymous";

type Limits = {
  /** How much of it one user, or one network of anonymous callers, may have running. */
  atOnce: number;
  /** How many more of one user wait for their turn; 0 refuses them at once. */
  maxWaiting: number;
  /** How much runs of all of them together. */
  inAll?: number;
  /** Of that, how much anonymous callers have together: networks cost them nothing, and whoever is signed in never waits for them. */
  anonymousInAll?: number;
  /** So much of it is only for those who have nothing running. */
  keptForNew?: number;
  /** Anonymous callers, and users where it says so, who move less than this in so long a time, while another waits for their place, are cut off. */
  crawling?: { bytes: number; ms: number; cutsUsers?: boolean };
  /** Whoever has waited this long is told so, instead of looking at nothing. */
  maxWaitMs?: number;
};

/** Ends a turn; again, it does nothing. */
export type Leave = () => void;
type Turn = { holder: string; amount: number };
type Waiting = Turn & { go: () => void };
type Wish = { amount?: number; flow?: Flow };

/** A waiting request is little more than its connection; of more than this nobody sees the end. */
const maxWaitingInAll = 2_000;
const maxAnonymousWaiting = 1_000;

/**
 * Bounds how much one user, and all of them, have running at once: more wait for their turn, and only far too many are refused. What
 * becomes free goes to whoever has least of it, so that nobody's queue stands in another's way, and to anonymous callers last.
 */
export function createTurns({
  atOnce,
  maxWaiting,
  inAll = Infinity,
  anonymousInAll = inAll,
  keptForNew = 0,
  crawling,
  maxWaitMs,
}: Limits) {
  const running = new Map<string, number>();
  let runningInAll = 0;
  let runningAnonymous = 0;
  let queue: Waiting[] = [];

  const watch =
    crawling === undefined ? null : createCrawlWatch<Turn>(crawling, (turn) => queue.some((one) => fits(one, turn)));

  /** What the holder has, without a turn that might end. */
  const heldBy = (holder: string, without?: Turn) =>
    (running.get(holder) ?? 0) - (without?.holder === holder ? without.amount : 0);
  const fitsHolder = ({ holder, amount }: Turn, without?: Turn) => heldBy(holder, without) + amount <= atOnce;
  const fitsAnonymous = ({ holder, amount }: Turn, without?: Turn) => {
    const ending = without !== undefined && isAnonymous(without.holder) ? without.amount : 0;
    return !isAnonymous(holder) || runningAnonymous - ending + amount <= anonymousInAll;
  };
  const fitsAll = ({ holder, amount }: Turn, without?: Turn) =>
    runningInAll - (without?.amount ?? 0) + amount <= inAll - (heldBy(holder, without) > 0 ? keptForNew : 0);
  /** Whoever has all that is theirs holds up nobody else. */
  const isReady = (turn: Turn, without?: Turn) => fitsHolder(turn, without) && fitsAnonymous(turn, without);
  const fits = (turn: Turn, without?: Turn) => isReady(turn, without) && fitsAll(turn, without);

  /** What becomes free goes to the lowest: anonymous callers come after everybody else, however little they have. */
  const rankOf = (holder: string) => (running.get(holder) ?? 0) + (isAnonymous(holder) ? atOnce + 1 : 0);

  const anonymousWaiting = () => queue.filter(({ holder }) => isAnonymous(holder)).length;

  function begin({ holder, amount }: Turn, flow?: Flow): Leave {
    const turn = { holder, amount };
    if (flow !== undefined && (crawling?.cutsUsers === true || isAnonymous(holder))) watch?.add(turn, flow);
    running.set(holder, (running.get(holder) ?? 0) + amount);
    runningInAll += amount;
    if (isAnonymous(holder)) runningAnonymous += amount;
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      watch?.remove(turn);
      const left = (running.get(holder) ?? 0) - amount;
      if (left > 0) running.set(holder, left);
      else running.delete(holder);
      runningInAll -= amount;
      if (isAnonymous(holder)) runningAnonymous -= amount;
      callNext();
    };
  }

  function callNext(): void {
    for (;;) {
      const ready = queue.filter((waiting) => isReady(waiting));
      const least = Math.min(...ready.map(({ holder }) => rankOf(holder)));
      const next = ready.find(({ holder }) => rankOf(holder) === least);
      // Something small does not go before something large: the large one would never have its turn.
      if (next === undefined || !fitsAll(next)) return;
      leaveQueue(next);
      next.go();
    }
  }

  function leaveQueue(waiting: Waiting): void {
    queue = queue.filter((other) => other !== waiting);
    if (queue.length === 0) watch?.end();
  }

  /**
   * Resolves when it is the holder's turn to have so much (at most `atOnce`); call the result to end it. Throws request/busy for too
   * much of one's own, request/overloaded for too much in all, request/cancelled. `flow`: what is looked at where there is a lowest speed.
   */
  return async function takeTurn(
    holder: string,
    signal: AbortSignal,
    { amount: wanted = 1, flow }: Wish = {},
  ): Promise<Leave> {
    const amount = Math.min(wanted, atOnce, isAnonymous(holder) ? anonymousInAll : inAll);
    const turn = { holder, amount };
    if (signal.aborted) throw new AppError("request/cancelled");
    const isNext = () => queue.every((other) => !isReady(other) || rankOf(holder) < rankOf(other.holder));
    if (fits(turn) && isNext()) return begin(turn, flow);
    const refusal = () => new AppError(fitsHolder(turn) ? "request/overloaded" : "request/busy");
    const own = queue.filter((other) => other.holder === holder).length;
    if (own >= maxWaiting) throw refusal();
    const isLineFull =
      queue.length >= maxWaitingInAll || (isAnonymous(holder) && anonymousWaiting() >= maxAnonymousWaiting);
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
        leaveQueue(waiting);
      };
      const go = () => {
        settle();
        resolve(begin(turn, flow));
      };
      const waiting = { holder, amount, go };
      queue.push(waiting);
      watch?.begin();
      signal.addEventListener("abort", cancel, { once: true });
    });
  };
}
