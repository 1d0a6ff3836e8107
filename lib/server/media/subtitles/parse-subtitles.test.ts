import { expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { parseSubtitles } from "./parse-subtitles";

test.each([
  ["no times", "1\nhello\n\nworld"],
  ["times that are none", "1\n00:00:xx,000 --> 00:00:02,000\nhello"],
  ["an end before its beginning", "1\n00:00:02,000 --> 00:00:01,000\nhello"],
  ["nothing to say", "1\n00:00:01,000 --> 00:00:02,000\n<b></b><c.red>\n"],
])("%s makes no cue of an SRT", async (_, text) => {
  const cues = await parseSubtitles(text, "srt");
  expect(cues.filter(({ text: said }) => said.replaceAll(/<[^>]*>/g, "") !== "")).toEqual([]);
});

test("a cue goes on to the empty line, and the number of the next is not said", async () => {
  const text = "1\n00:00:01,5 --> 00:00:02,000 X1:0\none\ntwo\n2\n0:00:02.000 --> 0:00:03.000\nthree";
  expect(await parseSubtitles(text, "srt")).toEqual([
    { startS: 1.5, endS: 2, text: "one\ntwo" },
    { startS: 2, endS: 3, text: "three" },
  ]);
});

test.each([
  ["<script>alert(1)</script>", "alert(1)"],
  ["<img src=x onerror=alert(1)>", ""],
  ["a < b & c > d", "a &lt; b &amp; c &gt; d"],
  ["&lt;b&gt;", "&lt;b&gt;"],
  ["<b>bold <i>both</b></i>", "<b>bold <i>both</i></b>"],
  ["</b>loose", "loose"],
  ["<B>Large</B>", "<b>Large</b>"],
])("%j is said as %j", async (said, shown) => {
  const cues = await parseSubtitles(`WEBVTT\n\n00:01.000 --> 00:02.000\n.${said}`, "vtt");
  expect(cues[0]?.text).toBe(`.${shown}`);
});

test("however much there is, so much is read", async () => {
  const { cues, cueLength } = limits.media.subtitles;
  const many = "00:01.000 --> 00:02.000\nx\n\n".repeat(cues + 100);
  expect((await parseSubtitles(many, "vtt")).length).toBe(cues);
  const long = await parseSubtitles(`00:01.000 --> 00:02.000\n${"<".repeat(3_000_000)}`, "vtt");
  expect(long[0]?.text.length).toBeLessThanOrEqual(cueLength * "&lt;".length);
  const events = "[Events]\nDialogue: ";
  for (const hostile of ["{".repeat(3_000_000), ",".repeat(3_000_000), `${events}${"{\\i1".repeat(500_000)}`])
    expect(await parseSubtitles(`${events}${hostile}`, "ass")).toEqual([]);
});
