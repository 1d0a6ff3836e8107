import type { MediaQuality } from "@/lib/shared/media-qualities";
import type { MediaFacts } from "./read-facts";

type PlayWish = { start: number; quality: MediaQuality; audio: number | undefined; isSeekable: boolean };
type PlayPlan = {
  /** Before the file: where reading begins. */
  before: readonly string[];
  after: readonly string[];
  /** Of the answer, with the codecs, as MediaSource wants it. */
  type: string;
};

/** Added to all times: a frame that is decoded before the first one is shown would have a time below zero. */
const offsetS = 10;
const highest = 2_160;
/** Formats whose times and frames can be put into an MP4 as they are. */
const copiedFrom = new Set(["matroska", "mov", "mpegts", "flv"]);
const aacCopiedFrom = new Set(["matroska", "mov", "flv"]);

/** What ffmpeg is told: as little is made anew as browsers allow. Null where there is neither picture nor sound. */
export function playPlan({ format, video, audio }: MediaFacts, wish: PlayWish): PlayPlan | null {
  const sound = audio.find(({ index }) => index === wish.audio) ?? audio[0];
  // What cannot be sought in is read from its beginning, and a copy could only begin at the key frame that follows.
  const mayCopy = (wish.isSeekable || wish.start === 0) && copiedFrom.has(format);
  const isCopied = video !== null && mayCopy && wish.quality === "original" && isForBrowsers(video);
  const isSoundCopied =
    sound !== undefined && mayCopy && aacCopiedFrom.has(format) && sound.codec === "aac" && sound.profile === "LC";
  const codecs = [
    ...(video === null ? [] : [isCopied ? codecOf(video) : "avc1.640033"]),
    ...(sound === undefined ? [] : ["mp4a.40.2"]),
  ];
  if (codecs.length === 0) return null;
  return {
    before: [
      ..."-v error -nostdin -copyts -start_at_zero".split(" "),
      ...(wish.start > 0 ? ["-ss", wish.start.toFixed(3)] : []),
    ],
    after: [
      ...(video === null
        ? ["-vn"]
        : ["-map", `0:${video.index}`, ...(isCopied ? ["-c:v", "copy"] : encoded(video, wish.quality))]),
      ...(sound === undefined ? [] : ["-map", `0:${sound.index}`]),
      ...(sound === undefined || isSoundCopied ? ["-c:a", "copy"] : ["-c:a", "aac", "-b:a", "160k", "-ac", "2"]),
      ..."-sn -dn -map_metadata -1 -map_chapters -1".split(" "),
      "-output_ts_offset",
      String(offsetS),
      "-avoid_negative_ts",
      "disabled",
      "-max_muxing_queue_size",
      "4096",
      // The times of the film go into the fragments (`frag_discont`), so that the browser knows where a stream begins.
      ..."-movflags frag_keyframe+empty_moov+default_base_moof+frag_discont -frag_duration 500000".split(" "),
      ..."-f mp4 pipe:1".split(" "),
    ],
    type: `${video === null ? "audio" : "video"}/mp4; codecs="${codecs.join(",")}"`,
  };
}

type Video = NonNullable<MediaFacts["video"]>;

function isForBrowsers({ codec, pixels, rotation, isInterlaced }: Video): boolean {
  return codec === "h264" && ["yuv420p", "yuvj420p"].includes(pixels) && rotation === 0 && !isInterlaced;
}

function encoded({ width, height, rotation, isInterlaced }: Video, quality: MediaQuality): string[] {
  // ffmpeg turns it upright first.
  const isTurned = Math.abs(rotation) % 180 === 90;
  const rows = Math.min(isTurned ? width : height, quality === "original" ? highest : Number(quality));
  // Both sides must be even.
  const filters = [...(isInterlaced ? ["yadif"] : []), `scale=-2:${Math.max(2, rows - (rows % 2))}`, "format=yuv420p"];
  return ["-c:v", "libx264", "-preset", "veryfast", "-crf", "23", "-g", "60", "-vf", filters.join(",")];
}

const profiles: Readonly<Record<string, string>> = {
  "Constrained Baseline": "42e0",
  Baseline: "4200",
  Main: "4d40",
  Extended: "5800",
};

/** RFC 6381: profile, constraints and level. */
function codecOf({ profile, level }: Video): string {
  return `avc1.${profiles[profile] ?? "6400"}${(level === 0 ? 40 : level).toString(16).padStart(2, "0")}`;
}
