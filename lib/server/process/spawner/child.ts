import { EventEmitter } from "node:events";
import type { Socket } from "node:net";

type Ended = [code: number | null, signal: NodeJS.Signals | null];
type Events = { spawn: []; error: [error: Error]; exit: Ended; close: Ended };

/** Ours of the pipes to a child, each null where it has none. */
export type ChildPipes = { stdin: Socket | null; stdout: Socket | null; stderr: Socket | null };

/**
 * A program that the spawner has started, or is about to. As of Node's own: `spawn` when it runs, `exit` when it has ended, `close` once all that it wrote has
 * been read as well; `error` in place of `spawn` and `exit` where it could not be started.
 */
export class Child extends EventEmitter<Events> {
  readonly stdin: Socket | null;
  readonly stdout: Socket | null;
  readonly stderr: Socket | null;
  /** From `spawn` on. */
  pid: number | undefined = undefined;
  exitCode: number | null = null;
  signalCode: NodeJS.Signals | null = null;

  constructor({ stdin, stdout, stderr }: ChildPipes) {
    super();
    this.stdin = stdin;
    this.stdout = stdout;
    this.stderr = stderr;
  }

  get isOver(): boolean {
    return this.exitCode !== null || this.signalCode !== null;
  }

  started(pid: number): void {
    this.pid = pid;
    this.emit("spawn");
  }

  failed(error: Error): void {
    if (this.listenerCount("error") > 0) this.emit("error", error);
    this.closeAfterwards([null, null]);
  }

  exited(...how: Ended): void {
    [this.exitCode, this.signalCode] = how;
    this.emit("exit", ...how);
    this.closeAfterwards(how);
  }

  /** What nobody reads is let go of, or its end would never come. */
  private closeAfterwards(how: Ended): void {
    this.stdin?.destroy();
    const outputs = [this.stdout, this.stderr].filter((output) => output?.closed === false);
    let left = outputs.length;
    const closed = () => {
      if (--left <= 0) this.emit("close", ...how);
    };
    for (const output of outputs) {
      output?.once("close", closed);
      if (output?.readableFlowing === null && output.listenerCount("readable") === 0) output.resume();
    }
    if (left === 0) setImmediate(closed);
  }
}
