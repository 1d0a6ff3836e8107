import type { z } from "zod";
import { describeChanges, describeFields, type Changes } from "@/lib/server/base/describe-changes";
import type { Ctx } from "@/lib/server/runtime/ctx";
import type { Db } from "@/lib/server/db/open-db";
import type { Prisma } from "@/lib/server/db/generated/client";

/** What a start does with any setting. */
export type Setting = {
  name: string;
  /** Gives what is wrong with what is stored, in place of which there is the fallback; null where it is as it should be. */
  load: (db: Db) => Promise<Error | null>;
};

type Defined<T> = Setting & {
  /** As it is now, from memory. */
  get: () => T;
  save: (db: Db, value: T) => Promise<void>;
  /** What its two endpoints do. */
  read: () => Promise<T>;
  /** Throws what its `check` throws. */
  write: (value: T, ctx: Ctx) => Promise<T>;
};

type Definition<T> = {
  /** In the table, for ever. */
  name: string;
  schema: z.ZodType<T>;
  /** Until somebody sets it, where what is stored cannot be read, and for fields that it had not then. */
  fallback: T;
  /** False: it is not taken along in a file of settings, because it means something on this machine alone or holds more secrets than fields named `sealed_…`. */
  isPortable?: boolean;
  /** What the schema cannot say: throws what the form is told. Asked before each write, whether the value comes from the form or from a file of settings. */
  check?: (value: T, ctx: Ctx, before: T) => Promise<void> | void;
  /** What a change begins or ends, once it is written. */
  onChanged?: (value: T, ctx: Ctx, before: T) => Promise<void> | void;
};

/** A setting as a file of settings has it: secrets, which are fields named `sealed_…`, stay where they are. */
export type Portable = {
  name: string;
  read: () => Prisma.InputJsonValue;
  /** The whole value that the file's would become; null when it cannot be one. */
  parse: (value: unknown) => Prisma.InputJsonValue | null;
  /** What its form would check of a parsed value. Throws as that does. */
  check: (value: Prisma.InputJsonValue, ctx: Ctx) => Promise<void>;
  /** What writes a parsed value, and what makes it count once that is done. */
  prepare: (
    ctx: Ctx,
    value: Prisma.InputJsonValue,
  ) => { write: Prisma.PrismaPromise<unknown>; hold: () => Promise<void> };
};

const portable = new Map<string, Portable>();

/** Of all groups, by name. */
export function portableSettings(): readonly Portable[] {
  return [...portable.values()].sort((a, b) => a.name.localeCompare(b.name, "en"));
}

/** A setting of the whole server, loaded once at start and kept in memory: what depends on it asks with every request. */
export function defineSetting<T extends Prisma.InputJsonValue>({
  name,
  schema,
  fallback,
  isPortable = true,
  check,
  onChanged,
}: Definition<T>): Defined<T> {
  let held = fallback;
  const upsert = (db: Db, value: T) =>
    db.setting.upsert({ where: { key: name }, create: { key: name, value }, update: { value } });
  const save = async (db: Db, value: T) => {
    await upsert(db, value);
    held = value;
  };
  const parse = (value: unknown) =>
    schema.safeParse(isRecord(value) ? { ...withoutSealed(value), ...sealedOf(held) } : value).data ?? null;
  if (isPortable)
    portable.set(name, {
      name,
      read: () => (isRecord(held) ? withoutSealed(held) : held) as Prisma.InputJsonValue, // JSON without some fields
      parse,
      check: async (value, ctx) => check?.(parse(value) ?? held, ctx, held),
      prepare: (ctx, value) => {
        const before = held;
        const parsed = parse(value) ?? held;
        const hold = async () => {
          held = parsed;
          await onChanged?.(parsed, ctx, before);
        };
        return { write: upsert(ctx.db, parsed), hold };
      },
    });
  return {
    name,
    get: () => held,
    save,
    async load(db) {
      const stored = await storedText(db, name);
      const read = stored === null ? null : readJson(stored);
      const { data = fallback, error = null } =
        read === null || read instanceof Error ? { error: read } : schema.safeParse(withFallback(read.value, fallback));
      held = data;
      return error;
    },
    read: () => Promise.resolve(held),
    async write(value, ctx) {
      const before = held;
      await check?.(value, ctx, before);
      await save(ctx.db, value);
      ctx.about(null, describeSetting(name, { before, after: value }));
      await onChanged?.(value, ctx, before);
      return value;
    },
  };
}

/** As text: broken JSON fails a query for the value, and is no reason not to start. */
async function storedText(db: Db, key: string): Promise<string | null> {
  const rows = await db.$queryRaw<{ text: string | null }[]>`
    SELECT CAST("value" AS TEXT) AS "text" FROM "Setting" WHERE "key" = ${key}`;
  return rows[0]?.text ?? null;
}

function readJson(text: string): { value: unknown } | Error {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}

type Services<N extends string, T> = { readonly [K in `get${N}Setting`]: Defined<T>["read"] } & {
  readonly [K in `set${N}Setting`]: Defined<T>["write"];
};

/** The services of the endpoints that `settingEndpoints` declares under the same name. */
export function settingServices<const N extends string, T>(name: N, { read, write }: Defined<T>): Services<N, T> {
  const services = { [`get${name}Setting`]: read, [`set${name}Setting`]: write };
  return services as unknown as Services<N, T>; // computed names are strings to the compiler
}

/** Of each field what may be told of it: what some hold is a secret. Of a list of texts, which is none, what came and what went. */
function describeSetting(name: string, { before, after }: { before: unknown; after: unknown }): Changes {
  if (isRecord(before) && isRecord(after)) return describeFields(before, after);
  return describeChanges({ [name]: before }, { [name]: after });
}

function withFallback(stored: unknown, fallback: unknown): unknown {
  return isRecord(stored) && isRecord(fallback) ? { ...fallback, ...stored } : stored;
}

function sealedOf(value: unknown): Record<string, unknown> {
  return isRecord(value) ? Object.fromEntries(Object.entries(value).filter(([key]) => key.startsWith("sealed_"))) : {};
}

function withoutSealed(value: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith("sealed_")));
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
