import type { ScreenReply, ScreenRequest } from "./screen-worker";
import { startScreenThread, type ScreenThread } from "./screen-thread";

type Limits = {
  threads: number;
  perThread: number;
  /** A thread without screens ends after it. */
  idleMs: number;
  /** A thread that is found at the same piece of work so often in a row is ended. */
  watch: { everyMs: number; looks: number };
  memory: { youngMb: number; oldMb: number };
};

/** A screen as whoever keeps the threads sees it. */
type PlacedScreen = {
  owner: string;
  onReply: (reply: ScreenReply) => void;
  /** Its thread is gone, and it begins anew in another; `isCause`: because of it. */
  onMoved: (how: { isCause: boolean }) => void;
};

type Thread = { thread: ScreenThread; screens: Map<number, PlacedScreen>; idle: NodeJS.Timeout | null };

/**
 * The threads that screens are drawn in. A user's are together, so that hardly anybody else waits for what their programs write, and a thread that
 * does not come to an end is replaced, with the screens that were beside.
 */
export function createScreenThreads({ threads: maxThreads, perThread, idleMs, watch, memory }: Limits) {
  const threads = new Set<Thread>();
  const byScreen = new Map<number, Thread>();
  let nextNumber = 0;
  let watching: NodeJS.Timeout | null = null;

  function start(): Thread {
    const screens = new Map<number, PlacedScreen>();
    const thread: Thread = {
      thread: startScreenThread({
        memory,
        onReply: (reply: ScreenReply) => screens.get(reply.screen)?.onReply(reply),
        onEnd: (current) => replace(thread, current),
      }),
      screens,
      idle: null,
    };
    threads.add(thread);
    watching ??= setInterval(lookAtAll, watch.everyMs).unref();
    return thread;
  }

  function choose(owner: string): Thread {
    const all = [...threads];
    const has = ({ screens }: Thread) => [...screens.values()].some((screen) => screen.owner === owner);
    const own = all.find((one) => has(one) && one.screens.size < perThread);
    if (own !== undefined) return own;
    const idle = all.find(({ screens }) => screens.size === 0);
    if (idle !== undefined) return idle;
    const least = all.sort((a, b) => a.screens.size - b.screens.size)[0];
    return least === undefined || threads.size < maxThreads ? start() : least;
  }

  function lookAtAll(): void {
    for (const one of threads) if (one.thread.looksAtSame() >= watch.looks) replace(one, one.thread.current());
  }

  function forget(one: Thread): void {
    if (one.idle !== null) clearTimeout(one.idle);
    threads.delete(one);
    one.thread.stop();
    if (threads.size > 0 || watching === null) return;
    clearInterval(watching);
    watching = null;
  }

  function replace(one: Thread, current: number | null): void {
    forget(one);
    const moved = [...one.screens];
    one.screens.clear();
    for (const [number] of moved) byScreen.delete(number);
    for (const [number, screen] of moved) screen.onMoved({ isCause: number === current });
  }

  function end(): void {
    for (const one of threads) if (one.screens.size === 0) forget(one);
  }

  return {
    place(screen: PlacedScreen): number {
      const number = nextNumber++;
      const one = choose(screen.owner);
      if (one.idle !== null) clearTimeout(one.idle);
      one.idle = null;
      one.screens.set(number, screen);
      byScreen.set(number, one);
      return number;
    },
    ask: (request: ScreenRequest): void => byScreen.get(request.screen)?.thread.ask(request),
    remove(number: number): void {
      const one = byScreen.get(number);
      if (one === undefined) return;
      byScreen.delete(number);
      one.screens.delete(number);
      one.thread.ask({ screen: number, type: "dispose" });
      if (one.screens.size === 0) one.idle = setTimeout(() => forget(one), idleMs).unref();
    },
    count: () => threads.size,
    /** Ends those that have no screens, at once. */
    end,
  };
}
