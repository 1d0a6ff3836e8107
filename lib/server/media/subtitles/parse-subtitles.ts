import { createPace } from "@/lib/server/base/next-slice";
import { createCues, secondsOf, type Cue } from "./cues";

export type SubtitleFormat = "srt" | "vtt" | "ass";

/** What is longer is no line that anybody reads. */
const lineLength = 8 * 1024;

/** The cues of a text, in pieces, so that others have their turns. What is not of the format is passed over. */
export function parseSubtitles(text: string, format: SubtitleFormat): Promise<Cue[]> {
  return format === "ass" ? parseAss(text) : parseTimed(text);
}

/** SRT and WebVTT: a line with two times, and what follows up to an empty one. */
async function parseTimed(text: string): Promise<Cue[]> {
  const list = createCues();
  let times: [number, number] | null = null;
  let lines: string[] = [];
  const flush = () => {
    const hasRoom = times === null || list.add(times[0], times[1], lines.join("\n"));
    [times, lines] = [null, []];
    return hasRoom;
  };
  for await (const line of linesOf(text)) {
    const arrow = line.indexOf("-->");
    if (arrow >= 0 && arrow < 40) {
      // The number of a cue that follows without an empty line is no text of the one before.
      if (times !== null && /^\d+$/.test(lines.at(-1)?.trim() ?? "")) lines.pop();
      if (!flush()) break;
      times = [
        secondsOf(line.slice(0, arrow)),
        secondsOf(
          line
            .slice(arrow + 3)
            .trim()
            .split(/\s/, 1)[0] ?? "",
        ),
      ];
    } else if (line.trim() === "") {
      if (!flush()) break;
    } else if (times !== null) lines.push(line);
  }
  flush();
  return list.cues;
}

/** SubStation Alpha: `Format:` of `[Events]` says what stands where in a `Dialogue:`, its text last. */
async function parseAss(text: string): Promise<Cue[]> {
  const list = createCues();
  let [start, end, fields] = [1, 2, 10];
  let isEvents = false;
  for await (const line of linesOf(text)) {
    if (line.startsWith("[")) isEvents = line.trim().toLowerCase() === "[events]";
    else if (isEvents && line.startsWith("Format:")) {
      const names = line
        .slice("Format:".length)
        .toLowerCase()
        .split(",", 32)
        .map((name) => name.trim());
      [start, end, fields] = [names.indexOf("start"), names.indexOf("end"), names.length];
    } else if (isEvents && line.startsWith("Dialogue:")) {
      const parts = line.slice("Dialogue:".length).split(",");
      const said = parts.slice(fields - 1).join(",");
      if (!list.add(secondsOf(parts[start] ?? ""), secondsOf(parts[end] ?? ""), assText(said))) break;
    }
  }
  return list.cues.toSorted((one, other) => one.startS - other.startS);
}

/** Drawings are no text; italics and the like are tags, all else about the look is dropped. */
function assText(text: string): string {
  if (/\{[^{}]{0,500}\\p[1-9]/.test(text)) return "";
  return text
    .replaceAll(/\{([^{}]{0,500})\}/g, (_, look: string) =>
      [...look.matchAll(/\\([biu])([01])(?!\d)/g)].map(([, name, on]) => `<${on === "1" ? "" : "/"}${name}>`).join(""),
    )
    .replaceAll(/\\N/gi, "\n")
    .replaceAll("\\h", " ");
}

async function* linesOf(text: string): AsyncGenerator<string, void> {
  const pace = createPace();
  for (let from = 0; from < text.length;) {
    const at = text.indexOf("\n", from);
    const to = at < 0 ? text.length : at;
    yield text.slice(from, Math.min(text[to - 1] === "\r" ? to - 1 : to, from + lineLength));
    from = to + 1;
    await pace();
  }
}
