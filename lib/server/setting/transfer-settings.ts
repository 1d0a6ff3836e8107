import type { settingContract } from "@/lib/contracts/setting";
import type { SettingChanges } from "@/lib/contracts/setting-transfer";
import { isAppError, type AppError } from "@/lib/shared/errors";
import { alsoOf, describeFields } from "@/lib/server/base/describe-changes";
import { auditRoom, fitList } from "@/lib/server/base/fit-text";
import { portableSettings } from "@/lib/server/group/define-setting";
import { assertRoot } from "@/lib/server/http/assert-root";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors } from "@/lib/server/session/find-actor";

const maxShown = 500;

/** Throws auth/root-only, as the others do. */
export const exportSettings: Service<typeof settingContract.exportSettings> = async (_, ctx) => {
  assertRoot(ctx);
  return {
    format: "filedeck-settings",
    version: getApp().version,
    made_at: new Date().toISOString(),
    settings: Object.fromEntries(portableSettings().map(({ name, read }) => [name, toJson(read())])),
  };
};

type Input = Parameters<typeof previewSettings>[0];

export const previewSettings: Service<typeof settingContract.previewSettings> = async ({ file }, ctx) => {
  assertRoot(ctx);
  return compare(file, ctx);
};

/** All that differs at once, or nothing; what cannot be read stays as it is. */
export const importSettings: Service<typeof settingContract.importSettings> = async ({ file }, ctx) => {
  assertRoot(ctx);
  const found = await compare(file, ctx);
  const changed = new Set(found.changes.map(({ setting }) => setting));
  const side = (which: "before" | "after") =>
    Object.fromEntries(
      found.changes.map((one) => [one.field === "" ? one.setting : `${one.setting}.${one.field}`, one[which]]),
    );
  ctx.about(fitList([...changed], auditRoom.target), alsoOf(describeFields(side("before"), side("after")), "file"));
  const prepared = portableSettings()
    .filter(({ name }) => changed.has(name))
    .flatMap(({ name, parse, prepare }) => {
      const value = parse(file.settings[name]);
      return value === null ? [] : [prepare(ctx, value)];
    });
  await ctx.db.$transaction(prepared.map(({ write }) => write));
  for (const { hold } of prepared) await hold();
  forgetActors();
  return found;
};

async function compare({ settings }: Input["file"], ctx: Ctx): Promise<SettingChanges> {
  const known = portableSettings();
  const found: SettingChanges = { changes: [], unknown: [], invalid: [], refused: [] };
  const names = new Set(known.map(({ name }) => name));
  found.unknown = Object.keys(settings).filter((name) => !names.has(name));
  for (const { name, read, parse, check } of known) {
    if (!Object.hasOwn(settings, name)) continue;
    const next = parse(settings[name]);
    if (next === null) {
      found.invalid.push(name);
      continue;
    }
    const differing = fieldsThatDiffer(name, { before: toJson(read()), after: toJson(next) });
    if (differing.length === 0) continue;
    const refusal = await refusalOf(() => check(next, ctx));
    if (refusal === null) found.changes.push(...differing);
    else found.refused.push({ setting: name, error: refusal.key, params: { ...refusal.params } });
  }
  return found;
}

async function refusalOf(check: () => Promise<void>): Promise<AppError | null> {
  try {
    await check();
    return null;
  } catch (error) {
    if (isAppError(error)) return error;
    throw error;
  }
}

type Pair = { before: unknown; after: unknown };

function fieldsThatDiffer(setting: string, { before, after }: Pair): SettingChanges["changes"] {
  const fields =
    isRecord(before) && isRecord(after) ? [...new Set([...Object.keys(before), ...Object.keys(after)])] : [""];
  return fields
    .filter((field) => !field.startsWith("sealed_"))
    .map((field) => ({
      setting,
      field,
      before: shown(field === "" ? before : valueOf(before, field)),
      after: shown(field === "" ? after : valueOf(after, field)),
    }))
    .filter((change) => change.before !== change.after)
    .map((change) => ({
      ...change,
      before: change.before.slice(0, maxShown),
      after: change.after.slice(0, maxShown),
    }));
}

function valueOf(value: unknown, field: string): unknown {
  return isRecord(value) ? value[field] : undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Keys in one order: what means the same is the same text. */
function shown(value: unknown): string {
  const sorted = (item: unknown): unknown => {
    if (Array.isArray(item)) return item.map(sorted);
    if (!isRecord(item)) return item;
    const keys = Object.keys(item).sort((a, b) => a.localeCompare(b, "en"));
    return Object.fromEntries(keys.map((key) => [key, sorted(item[key])]));
  };
  return value === undefined ? "" : JSON.stringify(sorted(value));
}

/** As it comes back from the database. */
function toJson(value: unknown): Input["file"]["settings"][string] {
  return JSON.parse(JSON.stringify(value));
}
