import path from "node:path";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { findProgram } from "@/lib/server/process/find-program";
import { mayOpenAnew } from "@/lib/server/process/decoder/may-open-anew";
import { programPaths } from "@/lib/server/process/programs";
import type { OpenFile, Storage } from "@/lib/server/storage/storage";
import { sniffDemuxer, sniffedBytes } from "./sniff-demuxer";

export type MediaProgram = "ffmpeg" | "ffprobe";

/** A file that is open, and how ffmpeg gets it. */
export type MediaSource = {
  file: OpenFile;
  /** Which file it is, in what state, for whom. */
  key: string;
  /** The reader of ffmpeg that its first bytes ask for. */
  demuxer: string;
  /** It can be sought in; else it comes by a pipe. */
  isSeekable: boolean;
  input: { fd: number } | "pipe";
  /** Which reader, which protocols, which file: all that ffmpeg may open. */
  inputArguments: readonly string[];
};

export type MediaAsking = { storage: Storage; path: VirtualPath; holder: string; signal: AbortSignal };

/** Opens a file as whoever asks, for as long as the work takes. Throws media/failed for what is neither film nor sound, and what opening throws. */
export async function withMedia<T>(asking: MediaAsking, work: (source: MediaSource) => Promise<T>): Promise<T> {
  const file = await asking.storage.open(asking.path);
  try {
    if (file.stat.kind !== "file" || file.stat.sizeBytes === 0) throw new AppError("media/failed");
    const demuxer = sniffDemuxer(await readStart(file));
    if (demuxer === null) throw new AppError("media/failed");
    const isSeekable = file.disk !== null && !file.isSpooled && (await mayOpenAnew(file.stat));
    const address = isSeekable ? "file:/proc/self/fd/0" : "pipe:0";
    return await work({
      file,
      // Elsewhere than on a disk the ETag is that of one path for one caller.
      key: JSON.stringify(file.disk === null ? [file.stat.etag, asking.path, asking.holder] : [file.stat.etag]),
      demuxer,
      isSeekable,
      input: isSeekable && file.disk !== null ? { fd: file.disk.fd } : "pipe",
      inputArguments: ["-protocol_whitelist", "file,pipe", "-f", demuxer, "-i", address],
    });
  } finally {
    await file.close();
  }
}

/** Where it is, with what the jail must let it read. Throws media/no-program. */
export async function mediaProgram(name: MediaProgram): Promise<{ program: string; readable: readonly string[] }> {
  const ffmpeg = await findProgram(await programPaths("ffmpeg"));
  const program = ffmpeg === null ? null : await findProgram([path.join(path.dirname(ffmpeg), name)]);
  if (program === null) throw new AppError("media/no-program");
  return { program, readable: [program] };
}

async function readStart(file: OpenFile): Promise<Buffer> {
  const pieces: Buffer[] = [];
  const end = Math.min(file.stat.sizeBytes, sniffedBytes) - 1;
  for await (const piece of file.stream({ start: 0, end })) if (Buffer.isBuffer(piece)) pieces.push(piece);
  return Buffer.concat(pieces);
}
