import type { MediaFacts } from "./media-facts";

/** Whether the browser plays a type, with its codecs. */
export type CanPlay = (type: string) => boolean;

const videoTypes: Readonly<Record<string, string>> = {
  h264: 'video/mp4; codecs="avc1.640028"',
  hevc: 'video/mp4; codecs="hvc1.1.6.L93.B0"',
  av1: 'video/mp4; codecs="av01.0.05M.08"',
  vp8: 'video/webm; codecs="vp8"',
  vp9: 'video/webm; codecs="vp9"',
  theora: 'video/ogg; codecs="theora"',
};
const audioTypes: Readonly<Record<string, string>> = {
  aac: 'audio/mp4; codecs="mp4a.40.2"',
  mp3: "audio/mpeg",
  opus: 'audio/webm; codecs="opus"',
  vorbis: 'audio/webm; codecs="vorbis"',
  flac: "audio/flac",
  alac: 'audio/mp4; codecs="alac"',
  ac3: 'audio/mp4; codecs="ac-3"',
  eac3: 'audio/mp4; codecs="ec-3"',
};
/** What browsers take apart; of Matroska, what is a WebM but for its name. */
const formats = new Set(["mov", "ogg", "mp3", "wav", "flac", "aac"]);
const webmCodecs = new Set(["vp8", "vp9", "av1", "opus", "vorbis"]);
const eightBits = new Set(["yuv420p", "yuvj420p"]);

/** Whether the browser plays a file as it is: its container, its picture and its first sound. */
export function isPlayable({ format, video, audio: [sound] }: MediaFacts, canPlay: CanPlay): boolean {
  const codecs = [...(video === null ? [] : [video.codec]), ...(sound === undefined ? [] : [sound.codec])];
  const isKnown = formats.has(format) || (format === "matroska" && codecs.every((codec) => webmCodecs.has(codec)));
  if (!isKnown) return false;
  if (video !== null && (!canPlay(videoTypes[video.codec] ?? "none") || isDeep(video))) return false;
  if (sound === undefined || sound.codec.startsWith("pcm_")) return true;
  return canPlay(audioTypes[sound.codec] ?? "none");
}

/** Of H.264 browsers play eight bits alone. */
const isDeep = ({ codec, pixels }: NonNullable<MediaFacts["video"]>) => codec === "h264" && !eightBits.has(pixels);
