import { limits } from "@/lib/server/base/limits";
import { noteUnreadable } from "./note-unreadable";

/** Those that can be read, and how many cannot. */
export type ReadRows<T> = { rows: T[]; unreadable: number };

/** Each by itself: one that cannot be read is left out, logged once, and counted. */
export async function readEach<S, T>(
  what: string,
  found: readonly S[],
  read: (one: S) => T | Promise<T>,
): Promise<ReadRows<T>> {
  const rows: T[] = [];
  let unreadable = 0;
  for (const one of found) {
    try {
      rows.push(await read(one));
    } catch (error) {
      unreadable++;
      noteUnreadable(what, idIn(one), error);
    }
  }
  return { rows, unreadable };
}

/** Of a query: all of its rows, or so many after so many. */
type Page = { skip?: number; take?: number };

/**
 * The rows of a query with a fixed order, without those of which the database cannot tell what is in them: broken JSON in one row would fail the query for all. `most` is what
 * the query itself takes at most, and `found` counts the rows that it has, with those that are left out.
 */
export async function findRows<S>(
  what: string,
  most: number,
  find: (page: Page) => Promise<S[]>,
): Promise<ReadRows<S> & { found: number }> {
  const whole = await findTogether({ take: most }, find);
  if (whole !== null) return { rows: whole, unreadable: 0, found: whole.length };
  const rows: S[] = [];
  let [at, unreadable] = [0, 0];
  for (let isMore = true; isMore && at < most;) {
    const take = Math.min(limits.rowsTogether, most - at);
    const part = await findPart(what, { skip: at, take }, find);
    rows.push(...part.rows);
    unreadable += part.unreadable;
    at += part.found;
    isMore = part.found === take;
  }
  return { rows, unreadable, found: at };
}

/** Some of them together where that works, or one by one. */
async function findPart<S>(
  what: string,
  { skip, take }: { skip: number; take: number },
  find: (page: Page) => Promise<S[]>,
): Promise<ReadRows<S> & { found: number }> {
  const together = await findTogether({ skip, take }, find);
  if (together !== null) return { rows: together, unreadable: 0, found: together.length };
  const rows: S[] = [];
  let [found, unreadable] = [0, 0];
  for (; found < take; found++) {
    try {
      const one = await find({ skip: skip + found, take: 1 });
      if (one.length === 0) break;
      rows.push(...one);
    } catch (error) {
      if (!isOfRow(error)) throw error;
      unreadable++;
      noteUnreadable(what, null, error);
    }
  }
  return { rows, unreadable, found };
}

async function findTogether<S>(page: Page, find: (page: Page) => Promise<S[]>): Promise<S[] | null> {
  try {
    return await find(page);
  } catch (error) {
    if (isOfRow(error)) return null;
    throw error;
  }
}

/** A value that is no JSON, no time, or of another type than its column: by the names that the database's client has for them. */
function isOfRow(error: unknown): boolean {
  if (error instanceof SyntaxError || error instanceof RangeError) return true;
  return error instanceof Error && "code" in error && error.code === "P2023";
}

function idIn(one: unknown): string | null {
  const id = typeof one === "object" && one !== null && "id" in one ? one.id : null;
  return typeof id === "string" || typeof id === "number" ? String(id) : null;
}
