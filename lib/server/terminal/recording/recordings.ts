import { usernameForms } from "@/lib/shared/username";
import type { RecordingInfo } from "@/lib/contracts/recordings";
import type { terminalContract } from "@/lib/contracts/terminal";
import { AppError } from "@/lib/shared/errors";
import { recordingStops } from "@/lib/shared/terminals";
import type { Recording } from "@/lib/server/db/generated/client";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor, Ctx } from "@/lib/server/runtime/ctx";
import { recordingFolderIn } from "@/lib/server/storage/recording-folder";
import { findRows } from "@/lib/server/runtime/read-rows";
import { runningRecordings } from "./running-recordings";
import { removeRecording } from "./sweep-recordings";

/** What others have typed and seen is for administrators, whatever rights are given to somebody else. */
export function assertAdministrator({ isRoot }: Actor): void {
  if (!isRoot) throw new AppError("auth/forbidden", { permission: "is_root" });
}

/** One for an administrator, named for the audit log. */
export async function findRecording({ actor, db, about }: Pick<Ctx, "actor" | "db" | "about">, id: string) {
  assertAdministrator(actor);
  const row = await db.recording.findUnique({ where: { id } });
  if (row === null) throw new AppError("file/not-found");
  about(`${row.username}: ${row.program}, ${row.startedAt.toISOString()}`);
  return row;
}

export const listRecordings: Service<typeof terminalContract.listRecordings> = async (
  { before, limit, username },
  { actor, db },
) => {
  assertAdministrator(actor);
  const where = {
    ...(before === undefined ? {} : { number: { lt: before } }),
    ...(username === undefined ? {} : { username: { in: usernameForms(username) } }),
  };
  const { rows, unreadable, found } = await findRows("recordings", limit + 1, (page) =>
    db.recording.findMany({ where, orderBy: { number: "desc" }, ...page }),
  );
  const shown = rows.slice(0, limit);
  return {
    recordings: shown.map(describe),
    unreadable,
    next: found > limit ? (shown.at(-1)?.number ?? null) : null,
  };
};

export const deleteRecording: Service<typeof terminalContract.deleteRecording> = async ({ id }, ctx) => {
  await findRecording(ctx, id);
  if (runningRecordings.has(id)) throw new AppError("terminal/recording-runs");
  await removeRecording({ db: ctx.db, folder: recordingFolderIn(getApp().env.dataDir) }, id);
  return {};
};

function describe({ id, username, program, startedAt, stopped, ...kept }: Recording): RecordingInfo {
  const running = runningRecordings.get(id)?.read();
  return {
    id,
    username,
    program,
    startedAt: startedAt.getTime(),
    durationMs: running?.durationMs ?? kept.durationMs,
    sizeBytes: running?.sizeBytes ?? kept.sizeBytes,
    isRunning: running !== undefined && running.stopped === null,
    stopped: running?.stopped ?? recordingStops.find((known) => known === stopped) ?? null,
  };
}
