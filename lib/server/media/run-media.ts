import { pipeline } from "node:stream/promises";
import { AppError } from "@/lib/shared/errors";
import { spawnJailed, type Jailed, type JailedLimits } from "@/lib/server/process/decoder/spawn-jailed";
import { endGroup } from "@/lib/server/process/spawn-child";
import { mediaProgram, type MediaProgram, type MediaSource } from "./with-media";

type MediaRun = {
  name: MediaProgram;
  args: readonly string[];
  limits: JailedLimits;
  signal: AbortSignal;
};

/** Of what it says of itself. */
const maxSaid = 2_000;

/** Begins ffmpeg or ffprobe in the jail. `said`: its last words. Throws media/no-program, preview/no-jail. */
export async function startMedia(
  { file, input }: MediaSource,
  { name, args, ...options }: MediaRun,
): Promise<{ child: Jailed; said: () => string }> {
  const { program, readable } = await mediaProgram(name);
  const child = await spawnJailed(program, args, { input, readable, ...options });
  // One that has read enough closes its end: that is no failure of the file's.
  if (input === "pipe" && child.stdin !== null) void pipeline(file.stream(), child.stdin).catch(() => {});
  let said = "";
  child.stderr.setEncoding("utf8");
  child.stderr.on("data", (text: string) => (said = (said + text).slice(-maxSaid)));
  return { child, said: () => said.trim() };
}

/** Runs it to its end: all that it wrote. Throws media/failed for one that failed, was ended, or wrote more than it may, and as {@link startMedia}. */
export async function runMedia(
  source: MediaSource,
  { outputBytes, ...run }: MediaRun & { outputBytes: number },
): Promise<Buffer> {
  const { child, said } = await startMedia(source, run);
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    let bytes = 0;
    child.stdout.on("data", (piece: Buffer) => {
      bytes += piece.length;
      if (bytes > outputBytes) endGroup(child);
      else pieces.push(piece);
    });
    const fail = (cause: Error) => reject(new AppError("media/failed", {}, { cause }));
    child.once("error", fail);
    child.once("close", (code) => {
      if (code === 0 && bytes <= outputBytes) resolve(Buffer.concat(pieces));
      else fail(new Error(said() || `it ended with ${code}`));
    });
  });
}
