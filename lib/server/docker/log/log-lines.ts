import type { LogLine } from "@/lib/contracts/docker-logs";
import { logLimits } from "@/lib/contracts/docker-logs";
import { cutLine } from "@/lib/shared/ansi/cut-line";

const headerBytes = 8;
const stderrId = 2;
/** `2026-01-02T03:04:05.123456789Z`, always as long, from Docker. */
const timeLength = 30;
/** Podman's has no fraction, and the offset of its time zone. */
const otherTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?= )/;
const longestTime = 40;
const lineFeed = 10;
const carriageReturn = 13;
/** More of one line is not kept. */
export const longestLine = 64 * 1024;

type Unfinished = { parts: Buffer[]; bytes: number; isCut: boolean };

type Hear = (line: LogLine) => void;
/** `most`: so many characters of a line are wanted. */
type Options = { hasTty: boolean; most?: number; hear: Hear };

/**
 * Reads what Docker sends of a log with times, piece by piece, and calls `hear` for each line. Of a container without a terminal each piece has a header, of
 * which the first byte says the stream and the last four the length (Engine API, "Stream format"); a line longer than 16 KiB comes as several pieces, each with a
 * time of its own.
 */
export function createLogLines({ hasTty, most = logLimits.line, hear }: Options) {
  return hasTty ? plainReader(most, hear) : framedReader(most, hear);
}

function plainReader(most: number, hear: Hear) {
  const line = createLine(false, most, hear);
  return (chunk: Buffer) => {
    let from = 0;
    for (let end = chunk.indexOf(lineFeed); end >= 0; end = chunk.indexOf(lineFeed, from)) {
      line.add(chunk.subarray(from, end));
      line.end();
      from = end + 1;
    }
    if (from < chunk.length) line.add(chunk.subarray(from));
  };
}

function framedReader(most: number, hear: Hear) {
  const lines = [createLine(false, most, hear), createLine(true, most, hear)] as const;
  let rest = Buffer.alloc(0);
  /** Of a piece that is longer than is kept. */
  let leftOut = 0;

  function piece(isErr: boolean, body: Buffer): void {
    const line = lines[isErr ? 1 : 0];
    const isWhole = body.at(-1) === lineFeed;
    const text = isWhole ? body.subarray(0, -1) : body;
    // What goes on has a time as well.
    line.add(
      line.isEmpty() ? text : text.subarray(timeOf(text.subarray(0, longestTime).toString("latin1")).length + 1),
    );
    if (isWhole) line.end();
  }

  return (chunk: Buffer) => {
    if (leftOut > 0) {
      const some = Math.min(leftOut, chunk.length);
      leftOut -= some;
      chunk = chunk.subarray(some);
    }
    const data = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    let at = 0;
    while (data.length - at >= headerBytes) {
      const length = data.readUInt32BE(at + 4);
      const start = at + headerBytes;
      const end = start + length;
      const isErr = data[at] === stderrId;
      if (data.length - start < Math.min(length, longestLine)) break;
      piece(isErr, data.subarray(start, Math.min(end, data.length)));
      leftOut = Math.max(0, end - data.length);
      if (leftOut > 0) lines[isErr ? 1 : 0].end();
      at = Math.min(end, data.length);
    }
    rest = Buffer.from(data.subarray(at));
  };
}

/** One line of one stream, as it grows. */
function createLine(err: boolean, most: number, hear: Hear) {
  let now: Unfinished | null = null;
  return {
    isEmpty: () => now === null,
    add(bytes: Buffer): void {
      now ??= { parts: [], bytes: 0, isCut: false };
      if (now.bytes >= longestLine) {
        now.isCut = true;
        // Of a line that is drawn again and again, the end is what is seen.
        const from = bytes.lastIndexOf(carriageReturn);
        if (from < 0) return;
        const head = Buffer.concat(now.parts).subarray(0, longestTime);
        const time = timeOf(head.toString("latin1"));
        now.parts = [Buffer.from(time === "" ? "" : `${time} `)];
        now.bytes = 0;
        bytes = bytes.subarray(from);
      }
      // What comes of it later comes with another chunk, whose memory is used again.
      now.parts.push(bytes);
      now.bytes += bytes.length;
    },
    end(): void {
      if (now === null) return;
      const { parts, isCut: isShortened } = now;
      now = null;
      const whole = (parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString() ?? "";
      const time = timeOf(whole);
      const text = (time === "" ? whole : whole.slice(time.length + 1)).replace(/\r$/, "");
      const { text: shown, isCut } = cutLine(text, most);
      hear({
        at: asDocker(time),
        err,
        text: shown,
        cut: isCut || isShortened,
      });
    },
  };
}

/** The time that a line begins with; empty where there is none. */
function timeOf(text: string): string {
  if (text.charCodeAt(timeLength) === 32 && text.charCodeAt(timeLength - 1) === 90) return text.slice(0, timeLength);
  return otherTime.exec(text.slice(0, longestTime))?.[0] ?? "";
}

/** In Docker's way of writing it: these can be compared as texts. */
function asDocker(time: string): string {
  if (time === "" || time.length === timeLength) return time;
  const ms = Date.parse(time);
  return Number.isNaN(ms) ? "" : `${new Date(ms).toISOString().slice(0, -1)}000000Z`;
}
