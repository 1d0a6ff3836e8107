import { z } from "zod";
import { mediaQualities } from "@/lib/shared/media-qualities";
import { endpoint } from "./endpoint";
import { empty, virtualPath } from "./fields";
import { lists } from "./lists";

const seconds = z.coerce.number().min(0).max(1_000_000);
const stream = z.coerce.number().int().min(0).max(999);

export const mediaFacts = z.object({
  /** Of ffmpeg’s reader, found by the first bytes. */
  format: z.string(),
  durationS: z.number().nullable(),
  video: z
    .object({
      index: z.number(),
      codec: z.string(),
      profile: z.string(),
      level: z.number(),
      pixels: z.string(),
      width: z.number(),
      height: z.number(),
      fps: z.number().nullable(),
      rotation: z.number(),
      isInterlaced: z.boolean(),
    })
    .nullable(),
  audio: z.array(
    z.object({
      index: z.number(),
      codec: z.string(),
      profile: z.string(),
      channels: z.number(),
      language: z.string().nullable(),
      title: z.string().nullable(),
    }),
  ),
  /** Pictures of letters cannot be read as text. */
  subtitles: z.array(
    z.object({
      index: z.number(),
      codec: z.string(),
      isText: z.boolean(),
      language: z.string().nullable(),
      title: z.string().nullable(),
    }),
  ),
});

const cue = z.object({
  startS: z.number(),
  endS: z.number(),
  /** As WebVTT has it: escaped, with no tags but b, i and u. */
  text: z.string(),
});

export const mediaContract = {
  getFacts: endpoint({
    method: "GET",
    path: "media/facts",
    direct: true,
    access: "file_read",
    summary:
      "Get the duration and streams of a film or sound, and the subtitle files beside it. `facts` is null where `problem` says why.",
    input: z.object({ file: virtualPath }),
    output: z.object({
      facts: mediaFacts.nullable(),
      problem: z.enum(["no-program", "no-jail", "unreadable"]).nullable(),
      beside: z.array(z.object({ path: z.string(), label: z.string() })),
    }),
  }),
  play: endpoint({
    method: "GET",
    path: "media/play",
    access: "file_read",
    bytes: true,
    summary:
      "Get a film or sound as a fragmented MP4 from `start` on, for browsers that can’t play it. Its times are those of the film plus ten seconds. `audio` is a stream’s index, `token` a ticket.",
    input: z.object({
      file: virtualPath,
      start: seconds.default(0),
      quality: z.enum(mediaQualities).default("original"),
      audio: stream.optional(),
      token: z.string().max(4096).optional(),
    }),
    output: z.unknown(),
  }),
  getSubtitles: endpoint({
    method: "GET",
    path: "media/subtitles",
    direct: true,
    access: "file_read",
    summary: "Get the subtitles of a film’s stream, or of an SRT, WebVTT, ASS or SSA file if no `stream` is given.",
    input: z.object({ file: virtualPath, stream: stream.optional() }),
    output: lists({ cues: z.array(cue) }),
  }),
  getPosition: endpoint({
    method: "GET",
    path: "media/position",
    direct: true,
    access: "file_read",
    summary: "Get the second at which you stopped playing a film or sound; null where you haven’t.",
    input: z.object({ file: virtualPath }),
    output: z.object({ seconds: z.number().nullable() }),
  }),
  setPosition: endpoint({
    method: "PUT",
    path: "media/position",
    direct: true,
    access: "file_read",
    audit: false,
    summary: "Save the second at which you stopped playing a film or sound; 0 forgets it.",
    input: z.object({ file: virtualPath, seconds: z.number().min(0).max(1_000_000) }),
    output: empty,
  }),
};
