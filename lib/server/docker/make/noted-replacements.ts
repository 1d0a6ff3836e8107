import { z } from "zod";
import type { Db } from "@/lib/server/db/open-db";
import { findRows } from "@/lib/server/runtime/read-rows";

/** Of the keys of the settings that these are kept as. */
export const replacementPrefix = "container-replacement/";

/** More than there are containers that can be recreated at a time. */
const mostNotes = 1_000;

const noted = z.object({
  /** Of the daemon: its containers are known to no other one. */
  daemon: z.string(),
  /** Of the old one. */
  id: z.string(),
  name: z.string(),
  wasRunning: z.boolean(),
  /** Since when the old one ran, as the daemon says it: one that was started since is not what was stopped here. */
  startedAt: z.string().nullable().default(null),
  projects: z.array(z.string()),
  newName: z.string(),
  /** What the new one is called at first, and the old one in the end: nobody else's names. */
  temporary: z.string(),
  aside: z.string(),
  /** The id of the new one; null until it is known. */
  made: z.string().nullable(),
  /**
   * `ready`: the new one may have what it has. `stopping`: the daemon was asked to stop the old one, which goes on without anybody waiting, and the new one is started next.
   * `done`: the old one is not wanted any more.
   */
  state: z.enum(["begun", "ready", "stopping", "done"]),
});

/** A container that is being replaced by another one. */
export type Noted = z.infer<typeof noted>;

/** Before anything is done, so that it is known after whatever ends in the middle. */
export async function keepNote(db: Db, value: Noted): Promise<void> {
  const key = replacementPrefix + value.id;
  await db.setting.upsert({ where: { key }, create: { key, value }, update: { value } });
}

export async function dropNote(db: Db, { id }: Pick<Noted, "id">): Promise<void> {
  await db.setting.deleteMany({ where: { key: replacementPrefix + id } });
}

/** Without those that cannot be read. */
export async function readNotes(db: Db): Promise<Noted[]> {
  const { rows } = await findRows("container replacements", mostNotes, (page) =>
    db.setting.findMany({ where: { key: { startsWith: replacementPrefix } }, orderBy: { key: "asc" }, ...page }),
  );
  return rows.flatMap(({ value }) => noted.safeParse(value).data ?? []);
}
