// What bench/kill.ts does with an entry that is overwritten by a copy, which is undone, while the server is killed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { call, type Session } from "../../e2e/support/api-client";
import type { Filedeck } from "../../e2e/support/start-filedeck";
import { runTask } from "./run-task";

const fileBytes = 60_000;
const name = "replaced.bin";
const [oldText, newText] = ["old ", "new "].map((text) => text.repeat(fileBytes / 4)) as [string, string]; // both were given

export function plantReplaced(filesDir: string): void {
  for (const [folder, text] of [
    ["over", oldText],
    ["next", newText],
  ] as const) {
    mkdirSync(path.join(filesDir, folder));
    writeFileSync(path.join(filesDir, folder, name), text);
  }
}

/** Overwrites it by a copy and undoes that, again and again. */
export async function replaceAndUndo(server: Filedeck, session: Session): Promise<void> {
  const body = { files: [`files/next/${name}`], to: "files/over", conflict: "replace" };
  const id = await runTask(server, session, "file/copy", body);
  if (id !== "") await runTask(server, session, `undo/${id}`, {});
}

type Listed = { entries: { id: string; name: string }[] };

/** What was there is whole, at its place or listed in the trash, and once. Puts it back for the next round. */
export async function checkReplaced(server: Filedeck, session: Session): Promise<string[]> {
  const place = path.join(server.filesDir, "over", name);
  const found = existsSync(place) ? [readFileSync(place, "latin1")] : [];
  const out = path.join(server.filesDir, "out");
  mkdirSync(out);
  const { answer } = await call<Listed>(server, "trash/list", { session });
  const ids = answer.data.entries.filter((entry) => entry.name === name).map(({ id }) => id);
  if (ids.length > 0) await runTask(server, session, "trash/restore", { ids, to: "files/out", conflict: "rename" });
  for (const one of readdirSync(out)) found.push(readFileSync(path.join(out, one), "latin1"));
  rmSync(out, { recursive: true });
  writeFileSync(place, oldText);
  const old = found.filter((text) => text === oldText).length;
  const torn = found.filter((text) => text !== oldText && text !== newText).length;
  return [
    ...(old === 1 ? [] : [`${old} times: what over/${name} was`]),
    ...(torn === 0 ? [] : [`torn: ${torn} of over/${name}`]),
  ];
}
