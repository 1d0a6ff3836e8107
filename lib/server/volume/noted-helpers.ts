import type { Db } from "@/lib/server/db/open-db";

const key = "volume-helpers";

/** Remembers that there may be containers to look after: most installations never have one, and ask Docker nothing. */
export async function noteHelpers(db: Db): Promise<void> {
  await db.setting.upsert({ where: { key }, create: { key, value: true }, update: {} });
}

export async function areHelpersNoted(db: Db): Promise<boolean> {
  return (await db.setting.count({ where: { key } })) > 0;
}

const wholeKey = (made: string) => `volume-whole/${made}`;

/** Remembers that a volume is whole, for as long as there is a mark that says otherwise. */
export async function noteWhole(db: Db, made: string): Promise<void> {
  await db.setting.create({ data: { key: wholeKey(made), value: true } });
}

export async function isNotedWhole(db: Db, made: string): Promise<boolean> {
  return (await db.setting.count({ where: { key: wholeKey(made) } })) > 0;
}

export async function forgetWhole(db: Db, made: string): Promise<void> {
  await db.setting.deleteMany({ where: { key: wholeKey(made) } });
}
