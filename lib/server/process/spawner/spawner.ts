import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";
import { threadFile } from "@/lib/server/base/thread-file";
import { makePipe } from "@/lib/server/process/make-pipe";
import { sealDescriptors } from "@/lib/server/process/seal-descriptors";
import { Child } from "./child";
import type { ChildWord, SpawnerOrder, SpawnerWord } from "./spawner-messages";
import { killGroup, startsChildren } from "./start-children";

type Start = {
  program: string;
  args: readonly string[];
  env: Readonly<Record<string, string>>;
  stdio: readonly ("ignore" | "pipe" | number)[];
  niceness: number | null;
};
type Known = {
  child: Child;
  order: SpawnerOrder;
  isToEnd: boolean;
  /** Lets go of what was held for the spawner to open. */
  release: () => void;
};
type Local = ReturnType<typeof startsChildren>;

/** It needs little: 7 MB of its own. */
const flags = ["--max-old-space-size=64", "--max-semi-space-size=1"];

const lastWordsMs = 1_000;

let current: Spawner | null = null;
let lastId = 0;

/** The one that runs. Started anew where it was killed. */
export function theSpawner(env: Readonly<Record<string, string>>): Spawner {
  if (current === null || current.isOver) current = new Spawner(env);
  return current;
}

/** Of the one that runs; null while there is none. */
export const spawnerPid = (): number | null => current?.pid ?? null;

/**
 * A process that has nothing open but the channel to this one, and starts all programs. The copy of this process that Node makes for a new program has all that is
 * open here, and closes it before it becomes the program: this thread waits for that, and a file on a mount that does not answer, which is flushed then, would keep
 * it. It also knows of the end of this process, however it comes, and ends what it has started.
 */
class Spawner {
  private readonly process: ChildProcess;
  private readonly known = new Map<number, Known>();
  /** In its place, where it may not see what is open here. */
  private local: Local | null = null;
  private hasEnded = false;

  constructor(env: Readonly<Record<string, string>>) {
    sealDescriptors();
    const { href } = threadFile(import.meta.url, "spawner-process");
    this.process = spawn(process.execPath, [...flags, "-e", "import(process.argv[1])", href], {
      stdio: ["ignore", "ignore", "inherit", "ipc"],
      env: { ...env } as NodeJS.ProcessEnv, // all that it gets
      detached: true,
    });
    this.process.on("message", (word: SpawnerWord) => {
      if (word.kind === "blind") this.goOnAlone();
      else this.hear(word);
    });
    this.process.on("error", (error) => this.lost(error));
    const ended = () => this.lost(new Error("the process that starts programs has ended"));
    // What it has said before may still be on its way then, and is not over while a child that has not become its program yet has the channel open.
    this.process.once("exit", () => {
      this.endStarted();
      setTimeout(ended, lastWordsMs).unref();
    });
    this.process.once("close", ended);
    this.keepAlive(false);
  }

  get pid(): number | null {
    return this.process.pid ?? null;
  }

  get isOver(): boolean {
    return this.hasEnded && this.local === null;
  }

  start({ stdio, ...request }: Start): { id: number; child: Child } {
    const id = ++lastId;
    const held: number[] = [];
    const ends: Ends[] = [];
    const release = () => held.splice(0).forEach((fd) => closeSync(fd));
    try {
      stdio.forEach((wanted, index) => ends.push(openEnds(wanted, { isInput: index === 0, held })));
    } catch (error) {
      ends.forEach(({ ours }) => ours?.destroy());
      release();
      throw error;
    }
    const [stdin = null, stdout = null, stderr = null] = ends.map(({ ours }) => ours);
    const child = new Child({ stdin, stdout, stderr });
    const order = { kind: "start" as const, id, stdio: ends.map(({ theirs }) => theirs), ...request };
    this.known.set(id, { child, order, isToEnd: false, release });
    this.keepAlive(true);
    this.tell(order);
    return { id, child };
  }

  /** With all in its process group. */
  end(id: number): void {
    const found = this.known.get(id);
    if (found === undefined) return;
    found.isToEnd = true;
    this.tell({ kind: "end", id });
  }

  private tell(order: SpawnerOrder): void {
    if (this.local !== null) this.local.take(order);
    else if (this.process.channel === null || this.process.channel === undefined)
      // None could be started.
      setImmediate(() => this.lost(new Error("the process that starts programs could not be started")));
    else if (!this.hasEnded)
      // Of one that hears nothing any more no word would come either; has it ended, `exit` follows.
      this.process.send(order, (error) => void (error !== null && this.process.kill("SIGKILL")));
  }

  private hear(word: ChildWord): void {
    const found = this.known.get(word.id);
    if (found === undefined) return;
    found.release();
    if (word.kind === "started") {
      if (this.hasEnded && this.local === null) killGroup(word.pid);
      return found.child.started(word.pid);
    }
    this.forget(word.id);
    if (word.kind === "exited") found.child.exited(word.code, word.signal);
    else found.child.failed(Object.assign(new Error(word.message), { code: word.code }));
  }

  /** As if there were none, from the first one on: what was asked for meanwhile has not been begun. */
  private goOnAlone(): void {
    const local = startsChildren("/proc/self", (word) => void setImmediate(() => this.hear(word)));
    this.local = local;
    process.once("exit", () => local.endAll());
    for (const [id, { order, isToEnd }] of this.known) {
      local.take(order);
      if (isToEnd) local.take({ kind: "end", id });
    }
  }

  /** What it has started ends at once: nobody could end it afterward, and this process may be gone before the last words have been heard. */
  private endStarted(): void {
    if (this.hasEnded) return;
    this.hasEnded = true;
    if (this.local !== null) return;
    this.process.kill("SIGKILL"); // where it is not it that has ended, but its channel
    for (const { child } of this.known.values()) if (child.pid !== undefined) killGroup(child.pid);
  }

  /** All has been heard of it. What it was to start, it has not, as far as anybody knows. */
  private lost(error: Error): void {
    this.endStarted();
    if (this.local !== null) return;
    for (const [id, { child, release }] of this.known) {
      release();
      this.forget(id);
      if (child.pid === undefined) child.failed(error);
      else child.exited(null, "SIGKILL");
    }
  }

  private forget(id: number): void {
    this.known.delete(id);
    if (this.known.size === 0) this.keepAlive(false);
  }

  /** This process goes on for the children, as it does for Node's own, and not for the spawner. */
  private keepAlive(isWanted: boolean): void {
    const how = isWanted ? "ref" : "unref";
    this.process[how]();
    this.process.channel?.[how]();
  }
}

type Ends = { ours: Socket | null; theirs: number | null };

/** Both ends are `held` until the spawner has opened its own: opening one waits for the other, which a child that is ended at once would have let go of. */
function openEnds(wanted: "ignore" | "pipe" | number, { isInput, held }: { isInput: boolean; held: number[] }): Ends {
  if (wanted === "ignore") return { ours: null, theirs: null };
  if (typeof wanted === "number") {
    const theirs = reopen(wanted, isInput ? constants.O_RDONLY : constants.O_WRONLY);
    held.push(theirs);
    return { ours: null, theirs };
  }
  const { reader, writer } = makePipe();
  held.push(reader, writer);
  const fd = isInput ? reopen(writer, constants.O_WRONLY) : reopen(reader, constants.O_RDONLY);
  return { ours: new Socket({ fd, readable: !isInput, writable: isInput }), theirs: isInput ? reader : writer };
}

const reopen = (fd: number, how: number) => openSync(`/proc/self/fd/${fd}`, how | constants.O_NONBLOCK);
