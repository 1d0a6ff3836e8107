import { appendFileSync, existsSync, statSync } from "node:fs";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Replaced } from "@/lib/server/storage/trash-storage";
import { createKnownPlaces } from "@/lib/server/storage/local/known/known-places";
import { createLocalStorage } from "./create-local-storage";
import { openJournal } from "@/lib/server/storage/local/journal/journal";

/** Saves, uploads, moves and replaces without end; local-kill.int.test.ts bundles this, starts it and kills it. */
const [root = "", journalPath = "", recordsPath = ""] = process.argv.slice(2);
const sizeBytes = 300_000;

const storage = createLocalStorage({
  roots: [{ id: "r", note: "", place: root, writable: true }],
  scopes: null,
  protectedPaths: [],
  asker: null,
  hiddenDirs: [],
  known: createKnownPlaces("/dev/null/none"),
  journal: openJournal(journalPath),
});
const at = (path: string) => `r/${path}` as VirtualPath; // literals of this file
const options = { signal: new AbortController().signal, conflict: "replace", replaced: null } as const;

async function* uniform(digit: number) {
  for (let sent = 0; sent < sizeBytes; sent += 100_000) yield Buffer.alloc(100_000, `${digit % 10}`);
}

/** From wherever it is to the other side; a kill between link and unlink may have left a file on both. */
async function swapSides(name: string): Promise<void> {
  const [from, to] = existsSync(`${root}/a/${name}`) ? ["a", "b"] : ["b", "a"];
  await storage.move(at(`${from}/${name}`), at(to), options);
}

let kept = 0;
const replaced = {
  ownerId: "mia",
  newId: () => `${process.pid}-${kept++}`,
  record: async ({ plan }: Replaced) => appendFileSync(recordsPath, `${JSON.stringify(plan)}\n`),
};

/** A next version, told by its time, arrives by a move, and another one by a copy into a merged folder. */
async function replaceOnce(): Promise<void> {
  // In whole seconds: what replaces a file has some nanoseconds more.
  const next = (file: string) => Math.round(statSync(`${root}/kept/${file}`).mtimeMs / 1000) * 1000 + 1000;
  for (const [file, verb, entry] of [
    ["file", "move", "file"],
    ["folder/file", "copy", "folder"],
  ] as const) {
    const mtimeMs = next(file);
    await storage.write(at(`next/${file}`), uniform(mtimeMs / 1000), { conflict: "replace", replaced: null, mtimeMs });
    await storage[verb](at(`next/${entry}`), at("kept"), { ...options, replaced });
  }
}

async function work(): Promise<never> {
  for (let round = 0; ; round++) {
    await storage.write(at("saved"), uniform(round), { conflict: "replace", replaced: null });
    await storage.write(at("a/upload"), uniform(round), { conflict: "rename" });
    await swapSides("file");
    // Moving a folder has the narrowest window: many times, so that kills fall into it.
    for (let times = 0; times < 20; times++) await swapSides("box");
    await storage.copy(at("saved"), at("b"), options);
    for (let times = 0; times < 5; times++) await replaceOnce();
    await storage.remove(at("a/upload"), options);
    if (round === 0) process.stdout.write("ready");
  }
}

void work(); // ends with the kill
