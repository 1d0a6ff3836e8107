import { z } from "zod";
import type { mediaFacts } from "@/lib/contracts/media";
import { AppError } from "@/lib/shared/errors";
import { shownName } from "@/lib/shared/shown-name";
import { limits } from "@/lib/server/base/limits";
import { createTurns } from "@/lib/server/base/turns";
import { runMedia } from "./run-media";
import { withMedia, type MediaAsking, type MediaSource } from "./with-media";

export type MediaFacts = z.infer<typeof mediaFacts>;

const cost = limits.media.facts;
const turns = createTurns(cost.turns);
/** By file, what was used longest ago first. */
const known = new Map<string, MediaFacts>();

/** Subtitles that are text; others are pictures. */
const textCodecs = new Set(["subrip", "srt", "ass", "ssa", "webvtt", "mov_text", "text"]);

/** ffprobe works on others' bytes: what it says has no more shape than this, and no more length. */
const text = z.string().transform((value) => shownName(value.slice(0, cost.textLength)));
const word = z
  .string()
  .regex(/^[\w.+-]{1,40}$/)
  .catch("");
const count = z.number().int().min(0).max(1_000_000).catch(0);
const stream = z.object({
  index: count,
  codec_type: word,
  codec_name: word,
  profile: text.catch(""),
  level: z.number().int().min(0).max(255).catch(0),
  pix_fmt: word,
  width: count,
  height: count,
  channels: count,
  field_order: word,
  avg_frame_rate: z.string().max(40).catch(""),
  tags: z.object({ language: text.optional(), title: text.optional() }).catch({}),
  disposition: z.object({ attached_pic: z.number() }).catch({ attached_pic: 0 }),
  side_data_list: z.array(z.object({ rotation: z.number().optional() })).catch([]),
});
const probed = z.object({
  format: z.object({ duration: z.coerce.number().positive().max(10_000_000).optional().catch(undefined) }).catch({}),
  streams: z.array(z.unknown()).catch([]),
});

/** What is in a film or sound that is open; kept for the next who ask. Throws media/failed, media/no-program, preview/no-jail, and what waiting in line throws. */
export async function factsOf(source: MediaSource, { holder, signal }: Pick<MediaAsking, "holder" | "signal">) {
  const found = known.get(source.key);
  if (found !== undefined) {
    known.delete(source.key);
    known.set(source.key, found);
    return found;
  }
  const leave = await turns(holder, signal);
  try {
    const facts = parseFacts(await probe(source, signal), source.demuxer);
    const [oldest] = known.keys();
    if (known.size >= cost.kept && oldest !== undefined) known.delete(oldest);
    known.set(source.key, facts);
    return facts;
  } finally {
    leave();
  }
}

/** The same of a path. */
export const readFacts = (asking: MediaAsking): Promise<MediaFacts> =>
  withMedia(asking, (source) => factsOf(source, asking));

const probe = (source: MediaSource, signal: AbortSignal) =>
  runMedia(source, {
    name: "ffprobe",
    args: [
      ..."-v error -print_format json -show_entries".split(" "),
      "format=duration:stream=index,codec_type,codec_name,profile,level,pix_fmt,width,height,channels,field_order,avg_frame_rate:stream_tags=language,title:stream_disposition=attached_pic:stream_side_data=rotation",
      ...source.inputArguments,
    ],
    limits: cost.jail,
    outputBytes: cost.outputBytes,
    signal,
  });

function parseFacts(said: Buffer, demuxer: string): MediaFacts {
  const { format, streams } = parsed(said);
  const rows = streams.flatMap((row) => stream.safeParse(row).data ?? []).slice(0, cost.streams * 3);
  const of = (kind: string) => rows.filter(({ codec_type }) => codec_type === kind).slice(0, cost.streams);
  // The cover of a song is no film.
  const video = of("video").find(({ disposition, width }) => disposition.attached_pic === 0 && width > 0);
  const audio = of("audio");
  if (video === undefined && audio.length === 0) throw new AppError("media/failed");
  const named = ({ index, codec_name, tags }: z.infer<typeof stream>) => ({
    index,
    codec: codec_name,
    language: tags.language === undefined || tags.language === "und" ? null : tags.language,
    title: tags.title ?? null,
  });
  return {
    format: demuxer,
    durationS: format.duration ?? null,
    video:
      video === undefined
        ? null
        : {
            index: video.index,
            codec: video.codec_name,
            profile: video.profile,
            level: video.level,
            pixels: video.pix_fmt,
            width: video.width,
            height: video.height,
            fps: rateOf(video.avg_frame_rate),
            rotation: video.side_data_list.find(({ rotation }) => rotation !== undefined)?.rotation ?? 0,
            isInterlaced: ["tt", "bb", "tb", "bt"].includes(video.field_order),
          },
    audio: audio.map((row) => ({ ...named(row), profile: row.profile, channels: row.channels })),
    subtitles: of("subtitle").map((row) => ({ ...named(row), isText: textCodecs.has(row.codec_name) })),
  };
}

function parsed(said: Buffer): z.infer<typeof probed> {
  try {
    return probed.parse(JSON.parse(said.toString("utf8")));
  } catch (error) {
    throw new AppError("media/failed", {}, { cause: error });
  }
}

function rateOf(fraction: string): number | null {
  const [above = 0, below = 0] = fraction.split("/").map(Number);
  const rate = above / below;
  return Number.isFinite(rate) && rate > 0 ? Math.round(rate * 1_000) / 1_000 : null;
}
