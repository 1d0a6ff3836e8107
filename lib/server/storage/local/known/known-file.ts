import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { createPace } from "@/lib/server/base/next-slice";

const known = z.object({
  ids: z.array(z.string()),
  handle: z.string().nullable(),
  mount: z.string(),
  isFolder: z.boolean(),
  isOwn: z.boolean(),
  /** Where it was found when it was not at its place any more; "" when it was not found. Null: it is there. */
  told: z.string().nullable(),
});
const schema = z.record(z.string(), known);

/** What is known of a place: its numbers, the newest last, and how to find it. */
export type Known = z.infer<typeof known>;

export function readKnown(file: string): Map<string, Known> {
  try {
    return new Map(Object.entries(schema.parse(JSON.parse(readFileSync(file, "utf8")))));
  } catch {
    return new Map(); // the first start, or a file that a crash has cut: what is there now is what is known
  }
}

type KnownFile = {
  /** Something has changed: it is written soon. */
  note(): void;
  /** Before the server ends: what has not been written yet. */
  flush(): void;
};

/** What a kill may lose: then what is there at the next start is what is known. */
const writeEveryMs = 1_000;

/**
 * Keeps the file as the places are, at most once a second and beside everything else: there may be thousands. A full data folder must not keep anybody from
 * working: then it is known until the server ends.
 */
export function keepKnown(file: string, places: ReadonlyMap<string, Known>): KnownFile {
  let state: "written" | "changed" | "writing" = "written";
  let isRunning = false;

  async function run(): Promise<void> {
    for (isRunning = true; state !== "written"; await wait(writeEveryMs, undefined, { ref: false })) {
      state = "writing";
      await write().catch(() => {});
      if (state === "writing") state = "written";
    }
    isRunning = false;
  }

  async function write(): Promise<void> {
    const parts: string[] = [];
    const pace = createPace();
    for (const one of places) {
      parts.push(toJson(one));
      await pace();
    }
    await writeFile(`${file}.new`, joined(parts), { mode: 0o600 });
    // At once: nothing older may come after what was written at the end.
    if (state !== "written") renameSync(`${file}.new`, file);
  }

  return {
    note() {
      state = "changed";
      if (!isRunning) void run();
    },
    flush() {
      if (state === "written") return;
      state = "written";
      try {
        writeFileSync(`${file}.end`, joined(Array.from(places, toJson)), { mode: 0o600 });
        renameSync(`${file}.end`, file);
      } catch {
        // as above
      }
    },
  };
}

const toJson = ([place, one]: [string, Known]) => `${JSON.stringify(place)}:${JSON.stringify(one)}`;
const joined = (parts: readonly string[]) => `{${parts.join(",")}}`;
