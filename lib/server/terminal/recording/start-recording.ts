import { randomId } from "@/lib/shared/units";
import type { TerminalSize } from "@/lib/shared/terminals";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf, type Actor, type Ctx } from "@/lib/server/runtime/ctx";
import { recordingFolderIn } from "@/lib/server/storage/recording-folder";
import { terminalSetting } from "@/lib/server/terminal/terminal-setting";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { createRecorder, type Recorder, type RecorderEar } from "./create-recorder";
import { runningRecordings } from "./running-recordings";

const mib = 1024 * 1024;
const maxProgram = 200;

/** Begins with the terminal. */
export type StartRecorder = (ear: RecorderEar) => Recorder;

/**
 * What records a new terminal of the caller's; null where it is not recorded. A terminal that cannot be recorded is there all the same:
 * a full disk may be what somebody has come to mend.
 */
export function recorderFor(
  { actor, db, log }: Pick<Ctx, "actor" | "db" | "log">,
  { source, size }: { source: TerminalSource; size: TerminalSize },
): StartRecorder | null {
  if (source.isLog === true || !isRecorded(actor)) return null;
  const id = randomId(16);
  const { username } = actor;
  const userId = userIdOf(actor);
  const program = source.program.slice(0, maxProgram);
  const startedAt = new Date();
  const folder = recordingFolderIn(getApp().env.dataDir);
  const own = log.child({ recording: id });
  return (ear) => {
    const { read, ...recorder } = createRecorder({
      async open() {
        // First, so that no file is ever without it.
        await db.recording.create({ data: { id, userId, username, program, startedAt } });
        return folder.create(id);
      },
      about: {
        ...size,
        startedAtMs: startedAt.getTime(),
        title: `${username}: ${program}`,
        shell: source.shell ?? null,
      },
      maxBytes: terminalSetting.get().recordingMb * mib,
      ear,
      log: own,
      async onEnd({ sizeBytes, durationMs, stopped }) {
        const data = { sizeBytes, durationMs, stopped, endedAt: new Date() };
        await db.recording
          .updateMany({ where: { id }, data })
          .catch((error: unknown) => own.error({ err: error }, "the end of a recording was not stored"));
        runningRecordings.delete(id);
      },
    });
    runningRecordings.set(id, { read, end: recorder.end });
    return recorder;
  };
}

function isRecorded({ isRoot }: Actor): boolean {
  const { recording } = terminalSetting.get();
  return recording === "all" || (recording === "others" && !isRoot);
}
