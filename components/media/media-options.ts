import type { EntryKind } from "@/components/domain/entry/kinds";
import { extensionOf } from "@/lib/shared/extension-of";
import { mediaQualities, type MediaQuality } from "@/lib/shared/media-qualities";
import type { VirtualPath } from "@/lib/shared/paths";
import { isPlayable, type CanPlay } from "./is-playable";
import type { MediaAnswer, MediaFacts } from "./media-facts";
import type { MediaChoice, Option } from "./media-tools";
import type { SubtitleChoice } from "./use-subtitles";

/** What browsers nearly always play: they begin before the server has looked at the file. */
const usual = new Set("mp4 m4v webm mp3 wav ogg ogv oga opus flac m4a aac weba".split(" "));
/** A film that is higher is converted to this, unless somebody asks for more: small servers make no more in time. */
const usualRows = 1_080;

type Asked = {
  name: string;
  answer: MediaAnswer | undefined;
  /** The answer is still to come. */
  isPending: boolean;
  /** The browser has tried and failed. */
  hasFailed: boolean;
  choice: Pick<MediaChoice, "quality" | "audio">;
  canPlay: CanPlay;
};

/** How it is played: by the browser as it is, as the server converts it, or not at all. */
export function wayToPlay({
  name,
  answer,
  isPending,
  hasFailed,
  choice,
  canPlay,
}: Asked): "wait" | "native" | "streamed" | "none" {
  const facts = answer?.facts ?? null;
  if (facts === null) {
    if (isPending && (hasFailed || !usual.has(extensionOf(name)))) return "wait";
    return hasFailed ? "none" : "native";
  }
  const isOriginal = choice.quality === "original" && (choice.audio ?? facts.audio[0]?.index) === facts.audio[0]?.index;
  return !hasFailed && isOriginal && isPlayable(facts, canPlay) ? "native" : "streamed";
}

/** Whether there is a picture: as the file says, else as its name does. */
export const hasPicture = (facts: MediaFacts | null, kind: EntryKind): boolean =>
  facts === null ? kind === "video" : facts.video !== null;

/** The quality that a film begins with. */
export function firstQuality(facts: MediaFacts | null, canPlay: CanPlay): MediaQuality {
  if (facts === null || facts.video === null || isPlayable(facts, canPlay)) return "original";
  return facts.video.codec === "h264" || facts.video.height <= usualRows ? "original" : "1080";
}

/** None is higher than the film. */
export function qualitiesOf(facts: MediaFacts | null): MediaQuality[] {
  const rows = facts?.video?.height ?? 0;
  return mediaQualities.filter((quality) => (quality === "original" ? rows > 0 : Number(quality) < rows));
}

/** What a stream is called: its title and language, else its number. */
type NameStream = (stream: { language: string | null; title: string | null }, number: number) => string;

export const audioOf = (facts: MediaFacts | null, nameOf: NameStream): Option<number>[] =>
  (facts?.audio ?? []).map((stream, at) => ({ value: stream.index, label: nameOf(stream, at + 1) }));

/** Those beside the film first: somebody has put them there. */
export function subtitlesOf(answer: MediaAnswer | undefined, path: VirtualPath, nameOf: NameStream): SubtitleChoice[] {
  const beside = (answer?.beside ?? []).map((file) => ({
    id: `file ${file.path}`,
    label: file.label,
    language: "",
    file: file.path as VirtualPath, // as the server writes paths
    stream: undefined,
  }));
  const inside = (answer?.facts?.subtitles ?? [])
    .map((stream, at) => ({ stream, label: nameOf(stream, at + 1) }))
    .filter(({ stream }) => stream.isText)
    .map(({ stream, label }) => ({
      id: `stream ${stream.index}`,
      label,
      language: stream.language ?? "",
      file: path,
      stream: stream.index,
    }));
  return [...beside, ...inside];
}
