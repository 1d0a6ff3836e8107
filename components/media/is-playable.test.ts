import { expect, test } from "vitest";
import { isPlayable } from "./is-playable";
import type { MediaFacts } from "./media-facts";

const factsOf = (format: string, codec: string | null, sound: string | null, pixels = "yuv420p"): MediaFacts => ({
  format,
  durationS: 1,
  video:
    codec === null
      ? null
      : {
          index: 0,
          codec,
          profile: "High",
          level: 40,
          pixels,
          width: 2,
          height: 2,
          fps: 25,
          rotation: 0,
          isInterlaced: false,
        },
  audio: sound === null ? [] : [{ index: 1, codec: sound, profile: "LC", channels: 2, language: null, title: null }],
  subtitles: [],
});
const chrome = (type: string) => /avc1|av01|vp8|vp9|mp4a|opus|vorbis|audio\/(?:mpeg|flac)/.test(type);

test.each([
  [factsOf("mov", "h264", "aac"), true],
  [factsOf("mov", "h264", null), true],
  [factsOf("mov", "h264", "aac", "yuv420p10le"), false],
  [factsOf("mov", "hevc", "aac"), false],
  [factsOf("mov", "h264", "ac3"), false],
  [factsOf("mov", "h264", "pcm_s16le"), true],
  [factsOf("matroska", "vp9", "opus"), true],
  [factsOf("matroska", "h264", "aac"), false],
  [factsOf("avi", "mpeg4", "mp3"), false],
  [factsOf("mp3", null, "mp3"), true],
  [factsOf("asf", null, "wmav2"), false],
  [factsOf("mpegts", "h264", "aac"), false],
])("%o is played by the browser: %s", (facts, is) => {
  expect(isPlayable(facts, chrome)).toBe(is);
});
