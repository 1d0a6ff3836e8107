import type { z } from "zod";
import { hasLists } from "@/lib/contracts/lists";
import { noteUnreadable } from "@/lib/server/runtime/note-unreadable";

/** What an answer's schema makes of it; of its lists the rows are left out, logged once, and counted that do not fit. Throws where more is wrong than rows. */
export function fitLists<T>(what: string, schema: z.ZodType<T>, value: T): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return hasLists(schema) ? withoutZero(parsed.data) : parsed.data;
  const { error } = parsed;
  if (!hasLists(schema) || !isRecord(value)) throw error;
  const broken = new Map<string, Set<number>>();
  for (const { path } of error.issues) {
    const [field, row] = path;
    if (typeof field !== "string" || typeof row !== "number") throw error;
    broken.set(field, (broken.get(field) ?? new Set()).add(row));
  }
  const fitting: Record<string, unknown> = { ...value };
  let count = typeof value["unreadable"] === "number" ? value["unreadable"] : 0;
  for (const [field, left] of broken) {
    const rows: unknown = value[field];
    if (!Array.isArray(rows)) throw error;
    fitting[field] = rows.filter((_, index) => !left.has(index));
    count += left.size;
  }
  noteUnreadable(what, null, error);
  return schema.parse({ ...fitting, unreadable: count });
}

/** A whole list says nothing of rows that are left out. */
function withoutZero<T>(data: T): T {
  if (isRecord(data) && data["unreadable"] === 0) delete data["unreadable"];
  return data;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
