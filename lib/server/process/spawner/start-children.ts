import { spawn, type ChildProcess } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { setPriority } from "node:os";
import type { ChildWord, SpawnerOrder } from "./spawner-messages";

type Start = Extract<SpawnerOrder, { kind: "start" }>;

/**
 * Starts programs and tells of them. `asker` is the process that asks, as a folder of /proc: what its orders name is open there. It holds both ends of its pipes
 * until it hears of a child, so that nothing waits for the other end here.
 */
export function startsChildren(asker: string, say: (word: ChildWord) => void) {
  const running = new Map<number, ChildProcess>();

  function start({ id, program, args, env, stdio, niceness }: Start): void {
    const opened: number[] = [];
    const failed = ({ message, code = "" }: NodeJS.ErrnoException) => {
      running.delete(id);
      say({ kind: "failed", id, message, code });
    };
    try {
      const places = stdio.map((fd, index) => {
        if (fd === null) return "ignore";
        const how = index === 0 ? constants.O_RDONLY : constants.O_WRONLY;
        const place = openSync(`${asker}/fd/${fd}`, how);
        opened.push(place);
        return place;
      });
      const child = spawn(program, args, { stdio: places, env: { ...env } as NodeJS.ProcessEnv, detached: true }); // all that it gets
      child.once("error", failed);
      if (child.pid === undefined) return;
      if (niceness !== null) lowerPriority(child.pid, niceness);
      running.set(id, child);
      say({ kind: "started", id, pid: child.pid });
      child.once("exit", (code, signal) => {
        // What it started itself and left behind.
        endGroup(child);
        running.delete(id);
        say({ kind: "exited", id, code, signal });
      });
    } catch (error) {
      failed(error instanceof Error ? error : new Error(String(error)));
    } finally {
      opened.forEach((fd) => closeSync(fd));
    }
  }

  return {
    take(order: SpawnerOrder): void {
      if (order.kind === "start") start(order);
      else endGroup(running.get(order.id));
    },
    endAll(): void {
      for (const child of running.values()) endGroup(child);
    },
  };
}

function lowerPriority(pid: number, niceness: number): void {
  try {
    setPriority(pid, niceness);
  } catch {
    // It has ended already.
  }
}

function endGroup(child: ChildProcess | undefined): void {
  if (child?.pid !== undefined) killGroup(child.pid);
}

/** Of a child that leads one. */
export function killGroup(pid: number): void {
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // Nobody of it is there any more.
  }
}
