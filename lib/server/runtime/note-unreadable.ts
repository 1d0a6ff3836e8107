import { limits } from "@/lib/server/base/limits";
import { getApp } from "./app";

const noted = new Set<string>();

/** Logs once what is wrong with a row that is left out; `what` is the list, and `id` the row where that is known. */
export function noteUnreadable(what: string, id: string | null, error: unknown): void {
  const key = `${what}\n${id ?? String(error)}`;
  if (noted.has(key) || noted.size >= limits.notedRows) return;
  noted.add(key);
  getApp().log.error({ err: error, list: what, ...(id === null ? {} : { row: id }) }, "a row cannot be read");
}
