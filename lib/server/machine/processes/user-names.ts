import { readFileSync, statSync } from "node:fs";

const file = "/etc/passwd";
let read: { mtimeMs: number; names: ReadonlyMap<number, string> } | null = null;

/** The accounts of this machine by their numbers; of several with one number the first. */
export function userNames(): ReadonlyMap<number, string> {
  const mtimeMs = statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (read?.mtimeMs !== mtimeMs)
    read = { mtimeMs, names: mtimeMs === 0 ? new Map() : parse(readFileSync(file, "utf8")) };
  return read.names;
}

function parse(text: string): ReadonlyMap<number, string> {
  const accounts = text.split("\n").flatMap((line) => {
    const [name = "", , uid = ""] = line.split(":");
    return name !== "" && /^\d+$/.test(uid) ? [[Number(uid), name] as const] : [];
  });
  return new Map(accounts.toReversed());
}
