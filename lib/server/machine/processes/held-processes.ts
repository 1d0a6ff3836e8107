import { entryOf } from "./process-entry";

type Held = { entry: number; untilMs: number };

/** Processes that keep who asks them, and are not asked for a while. A later one with the number of such a one is none of them. */
export class HeldProcesses {
  readonly #held = new Map<number, Held>();

  /** `forMs`: Infinity until it is said that it has let go. None for one that has ended. */
  hold(pid: number, forMs: number): Held | null {
    const entry = entryOf(pid);
    if (entry === null) return null;
    const held = { entry, untilMs: performance.now() + forMs };
    this.#held.set(pid, held);
    return held;
  }

  has(pid: number): boolean {
    const held = this.#held.get(pid);
    if (held === undefined) return false;
    if (held.untilMs > performance.now() && held.entry === entryOf(pid)) return true;
    this.#held.delete(pid);
    return false;
  }

  pids(): ReadonlySet<number> {
    return new Set([...this.#held.keys()].filter((pid) => this.has(pid)));
  }
}
