import { z } from "zod";
import { backupContract, storedBackups, type StoredBackups } from "@/lib/contracts/backup";
import { AppError } from "@/lib/shared/errors";
import { defineSetting } from "@/lib/server/group/define-setting";
import { assertRoot } from "@/lib/server/http/assert-root";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { sealText, unsealText } from "@/lib/server/session/seal";
import { assertUnexposed } from "./find-reader";

export const backupSetting = defineSetting<StoredBackups>({
  name: "backup",
  schema: storedBackups,
  fallback: {
    on: false,
    folder: null,
    place: null,
    rhythm: "days",
    days: [0, 1, 2, 3, 4, 5, 6],
    minute: 3 * 60 + 30,
    hours: 6,
    keep: 14,
    is_encrypted: true,
    sealed_passphrase: "",
    user_id: "",
  },
  // A folder of this machine, and a user of this server.
  isPortable: false,
});

/** What has become of the plan. In ms since 1970; null: never. */
export const backupState = defineSetting({
  name: "backupState",
  schema: z.object({
    /** From when on runs are planned: when the setting was saved. */
    planned_from: z.number().nullable(),
    last: z.object({ at: z.number(), name: z.string().nullable(), problem: z.string().nullable() }).nullable(),
    last_done_at: z.number().nullable(),
  }),
  fallback: { planned_from: null, last: null, last_done_at: null },
  isPortable: false,
});

const about = "backup passphrase";

/** Null: none has been given, or it was sealed with another key file. */
export function backupPassphrase({ sealed_passphrase: sealed }: StoredBackups): string | null {
  return sealed === "" ? null : unsealText(sealed, { keys: getApp().keys, about });
}

function describe(stored: StoredBackups) {
  const { on, folder, rhythm, days, minute, hours, keep, is_encrypted } = stored;
  const has_passphrase = backupPassphrase(stored) !== null;
  return { on, folder, rhythm, days, minute, hours, keep, is_encrypted, has_passphrase };
}

export const getBackupSetting: Service<typeof backupContract.getBackupSetting> = async (_, ctx) => {
  assertRoot(ctx);
  return describe(backupSetting.get());
};

/** Throws backup/no-folder and backup/no-passphrase for a plan that lacks them, backup/exposed for one in the clear where others could read it, and file/… for a folder that cannot be written to. */
export const setBackupSetting: Service<typeof backupContract.setBackupSetting> = async (
  { passphrase, ...fields },
  ctx,
) => {
  assertRoot(ctx);
  const now = backupSetting.get();
  ctx.about(fields.folder ?? "");
  if (fields.on && fields.folder === null) throw new AppError("backup/no-folder");
  let place: string | null = null;
  if (fields.folder !== null) {
    place = await ctx.storage.placeOf(fields.folder);
    const { kind, writable } = await ctx.storage.stat(fields.folder);
    if (kind !== "folder") throw new AppError("file/not-folder");
    if (!writable) throw new AppError("file/read-only");
    if (fields.on && !fields.is_encrypted) await assertUnexposed(ctx.db, place);
  }
  const sealed = passphrase === null ? now.sealed_passphrase : sealText(passphrase, { keys: getApp().keys, about });
  const value = { ...fields, place, sealed_passphrase: sealed, user_id: userIdOf(ctx.actor) };
  if (fields.on && fields.is_encrypted && backupPassphrase(value) === null) throw new AppError("backup/no-passphrase");
  await backupSetting.write(value, ctx);
  await backupState.save(ctx.db, { ...backupState.get(), planned_from: Date.now() });
  return describe(value);
};
