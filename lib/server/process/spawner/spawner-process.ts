// A program of its own (spawner.ts), which starts all others.
import { readdirSync } from "node:fs";
import type { SpawnerOrder, SpawnerWord } from "./spawner-messages";
import { startsChildren } from "./start-children";

const asker = `/proc/${process.ppid}`;

function say(word: SpawnerWord): void {
  process.send?.(word, undefined, {}, () => {}); // who does not hear it any more is gone: `disconnect` follows
}

/** The kernel keeps it from us where the other has had rights that it gave up, or has some of its program's file (capabilities(7)). */
function maySee(): boolean {
  try {
    return readdirSync(`${asker}/fd`).length > 0;
  } catch {
    return false;
  }
}

if (maySee()) {
  const children = startsChildren(asker, say);
  process.on("message", (order: SpawnerOrder) => children.take(order));
  // However the server has ended.
  process.once("disconnect", () => {
    children.endAll();
    process.exit(0);
  });
  // Meant for the server, which may still need a program to end well.
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => {});
} else say({ kind: "blind" });
