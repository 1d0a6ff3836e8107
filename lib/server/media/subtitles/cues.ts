import { limits } from "@/lib/server/base/limits";

export type Cue = { startS: number; endS: number; text: string };

const { cues: mostCues, cueLength } = limits.media.subtitles;

/** A list of cues with room for so many; those without time or text are left out. */
export function createCues() {
  const cues: Cue[] = [];
  return {
    cues,
    /** False when there is no room for more. */
    add(startS: number, endS: number, lines: string): boolean {
      const text = safeText(lines.slice(0, cueLength));
      if (Number.isFinite(startS) && endS > startS && text !== "") cues.push({ startS, endS, text });
      return cues.length < mostCues;
    },
  };
}

/** `1:02:03.456`, `02:03,456`; hours may be left out. NaN for anything else. */
export function secondsOf(time: string): number {
  const found = /^(?:(\d{1,4}):)?(\d{1,2}):(\d{1,2})[.,](\d{1,3})$/.exec(time.trim());
  if (found === null) return Number.NaN;
  const [, hours = "0", minutes = "0", seconds = "0", fraction = "0"] = found;
  return Number(hours) * 3_600 + Number(minutes) * 60 + Number(seconds) + Number(`0.${fraction}`);
}

/** Nothing but text and the three plain tags reaches the browser’s parser of cues, always closed. */
function safeText(text: string): string {
  const open: string[] = [];
  const safe = text.replaceAll("\0", "").replaceAll(known, (found, slash?: string, name?: string) => {
    if (name === undefined) return escapes[found] ?? (found.startsWith("&") ? found : "");
    const tag = name.toLowerCase();
    if (slash === "") {
      open.push(tag);
      return `<${tag}>`;
    }
    if (open.at(-1) !== tag) return "";
    open.pop();
    return `</${tag}>`;
  });
  const closing = open.toReversed().map((tag) => `</${tag}>`);
  return `${safe.trim()}${closing.join("")}`;
}

/** The plain tags, other tags and times in text, characters by their names, and what has a meaning of its own. */
const known = /<(\/?)([biu])>|<\/?[a-z0-9][^<>\n]{0,200}>|&(?:amp|lt|gt|nbsp|lrm|rlm);|[&<>]/gi;
const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };
