import type { mediaContract } from "@/lib/contracts/media";
import { AppError } from "@/lib/shared/errors";
import { extensionOf } from "@/lib/shared/extension-of";
import { nameOf } from "@/lib/shared/paths";
import { limits } from "@/lib/server/base/limits";
import { nextSlice } from "@/lib/server/base/next-slice";
import { createTurns } from "@/lib/server/base/turns";
import { holderOf } from "@/lib/server/http/holder-of";
import type { Service } from "@/lib/server/http/service";
import { encodingCandidates, strictDecoder, unreadable } from "@/lib/server/text/text-encoding";
import { factsOf } from "@/lib/server/media/read-facts";
import { runMedia } from "@/lib/server/media/run-media";
import { withMedia, type MediaAsking } from "@/lib/server/media/with-media";
import type { Cue } from "./cues";
import { parseSubtitles, type SubtitleFormat } from "./parse-subtitles";

const { subtitles } = limits.media;
const turns = createTurns(subtitles.turns);

/** By extension; others are no subtitles. */
export const subtitleFormats: ReadonlyMap<string, SubtitleFormat> = new Map([
  ["srt", "srt"],
  ["vtt", "vtt"],
  ["ass", "ass"],
  ["ssa", "ass"],
]);

/** Of a stream, or of a file of its own. Throws media/failed, file/too-large, file/not-text, and what opening throws. */
export const getSubtitles: Service<typeof mediaContract.getSubtitles> = async ({ file, stream }, ctx) => {
  const asking = { storage: ctx.storage, path: file, holder: holderOf(ctx), signal: ctx.signal };
  const leave = await turns(asking.holder, asking.signal);
  try {
    return { cues: stream === undefined ? await cuesOfFile(asking) : await cuesOfStream(asking, stream) };
  } finally {
    leave();
  }
};

async function cuesOfFile({ storage, path }: MediaAsking): Promise<Cue[]> {
  const format = subtitleFormats.get(extensionOf(nameOf(path)));
  if (format === undefined) throw new AppError("media/failed");
  const file = await storage.open(path);
  try {
    if (file.stat.kind !== "file") throw new AppError("media/failed");
    if (file.stat.sizeBytes > subtitles.bytes) throw new AppError("file/too-large");
    const bytes = await file.readAll();
    return await parseSubtitles(await decoded(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)), format);
  } finally {
    await file.close();
  }
}

/** In the first encoding that fits all of it: what was in it, or is likeliest. */
async function decoded(bytes: Buffer): Promise<string> {
  for (const { encoding, skipBytes } of encodingCandidates(bytes)) {
    await nextSlice();
    try {
      return strictDecoder(encoding).decode(bytes.subarray(skipBytes));
    } catch {
      // The next one.
    }
  }
  throw unreadable();
}

const cuesOfStream = (asking: MediaAsking, stream: number): Promise<Cue[]> =>
  withMedia(asking, async (source) => {
    const facts = await factsOf(source, asking);
    if (!facts.subtitles.some(({ index, isText }) => index === stream && isText)) throw new AppError("media/failed");
    const text = await runMedia(source, {
      name: "ffmpeg",
      args: [
        ..."-v error -nostdin -copyts -start_at_zero".split(" "),
        ...source.inputArguments,
        "-map",
        `0:${stream}`,
        "-c:s",
        "webvtt",
        "-f",
        "webvtt",
        "pipe:1",
      ],
      limits: subtitles.jail,
      outputBytes: subtitles.bytes,
      signal: asking.signal,
    });
    return parseSubtitles(text.toString("utf8"), "vtt");
  });
