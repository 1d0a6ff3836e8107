import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { z } from "zod";

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

/** A full data folder must not keep anybody from working: then it is known until the server ends. */
export function writeKnown(file: string, places: ReadonlyMap<string, Known>): void {
  try {
    writeFileSync(`${file}.new`, JSON.stringify(Object.fromEntries(places)), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    // as above
  }
}
