import type { LogLine } from "@/lib/contracts/docker-logs";
import { logLimits } from "@/lib/contracts/docker-logs";

const headerBytes = 8;
const stderrId = 2;
/** `2026-01-02T03:04:05.123456789Z`, always as long, from Docker. */
const timeLength = 30;
/** Podman's has no fraction, and the offset of its time zone. */
const otherTime = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)(?= )/;
const longestTime = 40;
const lineFeed = 10;
/** More of one line is not kept. */
const longest = 64 * 1024;

type Unfinished = { at: string; parts: Buffer[]; bytes: number };

/**
 * Reads what Docker sends of a log with times, piece by piece, and calls `hear` for each line. Of a container without a terminal each piece has a header, of
 * which the first byte says the stream and the last four the length (Engine API, "Stream format"); a line longer than 16 KiB comes as several pieces, each with a
 * time of its own.
 */
export function createLogLines({ hasTty, hear }: { hasTty: boolean; hear: (line: LogLine) => void }) {
  return hasTty ? plainReader(hear) : framedReader(hear);
}

function plainReader(hear: (line: LogLine) => void) {
  const line = createLine(false, hear);
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

function framedReader(hear: (line: LogLine) => void) {
  const lines = [createLine(false, hear), createLine(true, hear)] as const;
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
      if (data.length - start < Math.min(length, longest)) break;
      piece(isErr, data.subarray(start, Math.min(end, data.length)));
      leftOut = Math.max(0, end - data.length);
      if (leftOut > 0) lines[isErr ? 1 : 0].end();
      at = Math.min(end, data.length);
    }
    rest = Buffer.from(data.subarray(at));
  };
}

/** One line of one stream, as it grows. */
function createLine(err: boolean, hear: (line: LogLine) => void) {
  let now: Unfinished | null = null;
  return {
    isEmpty: () => now === null,
    add(bytes: Buffer): void {
      now ??= { at: "", parts: [], bytes: 0 };
      if (now.bytes >= longest) return;
      // What comes of it later comes with another chunk, whose memory is used again.
      now.parts.push(bytes);
      now.bytes += bytes.length;
    },
    end(): void {
      if (now === null) return;
      const { parts } = now;
      now = null;
      const whole = (parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString() ?? "";
      const time = timeOf(whole);
      const text = (time === "" ? whole : whole.slice(time.length + 1)).replace(/\r$/, "");
      hear({
        at: asDocker(time),
        err,
        text: text.slice(0, logLimits.line),
        cut: text.length > logLimits.line,
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
