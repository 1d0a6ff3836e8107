import { z } from "zod";

const draft = z.object({
  /** With \n as line ends, as the editor has it. */
  text: z.string(),
  /** The file's ETag when the text was read; null: there was no file any more. */
  etag: z.string().nullable(),
  encoding: z.string(),
  bom: z.boolean(),
  eol: z.enum(["lf", "crlf", "cr", "mixed"]),
  atMs: z.number(),
});
export type Draft = z.infer<typeof draft>;

/** What does not fit is not kept; local storage holds about five million characters for all of the app. */
export const maxDraftLength = 1_000_000;
export const maxDrafts = 8;

type Storage = Pick<globalThis.Storage, "getItem" | "setItem" | "removeItem" | "key" | "length">;

/**
 * Unsaved texts of a user, so that a crash, a reload or a lost connection loses nothing. A draft goes when its text is saved
 * (spec §4) or thrown away; the oldest go when there are too many.
 */
export function createDraftStore(storage: Storage, userId: string) {
  const prefix = `filedeck.draft.${userId}:`;

  const read = (path: string): Draft | null => {
    try {
      return draft.parse(JSON.parse(storage.getItem(prefix + path) ?? ""));
    } catch {
      return null;
    }
  };

  const paths = (): string[] =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? "")
      .filter((key) => key.startsWith(prefix))
      .map((key) => key.slice(prefix.length));

  const drop = (path: string): void => storage.removeItem(prefix + path);

  const oldestFirst = (): string[] => {
    const age = (path: string) => read(path)?.atMs ?? 0;
    return paths().toSorted((a, b) => age(a) - age(b));
  };

  /** Whether the draft was kept. */
  const put = (path: string, value: Draft): boolean => {
    drop(path);
    if (value.text.length > maxDraftLength) return false;
    const others = oldestFirst();
    while (others.length >= maxDrafts) drop(others.shift() ?? "");
    for (;;) {
      try {
        storage.setItem(prefix + path, JSON.stringify(value));
        return true;
      } catch {
        const oldest = others.shift();
        if (oldest === undefined) return false;
        drop(oldest);
      }
    }
  };

  return { read, put, drop };
}

export type DraftStore = ReturnType<typeof createDraftStore>;
