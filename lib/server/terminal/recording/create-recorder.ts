import { StringDecoder } from "node:string_decoder";
import type { Logger } from "pino";
import type { TerminalSize } from "@/lib/shared/terminals";
import type { RecordingFile } from "@/lib/server/storage/recording-folder";
import { castHeader, castLine, type CastAbout } from "./cast-lines";

/** Why a recording ended before its terminal: its size, a disk that is full or broken, or one that takes too long. */
export type RecordingStop = "limit" | "disk" | "slow";

/** What takes down what a terminal shows. */
export type Recorder = {
  output: (bytes: Buffer) => void;
  resize: (size: TerminalSize) => void;
  /** The terminal is over. Resolves when all is written that can be. */
  end: () => Promise<void>;
  isRecording: () => boolean;
  /** Bytes that the disk has not taken yet; whoever makes them should wait when they are many. */
  backlog: () => number;
};

/** Told when there is room for more, and when it stops by itself. */
export type RecorderEar = { onRoom: () => void; onChange: () => void };

/** Of a recording, so far. */
export type Recorded = { sizeBytes: number; durationMs: number; stopped: RecordingStop | null };

type Options = {
  open: () => Promise<RecordingFile>;
  about: CastAbout;
  /** Of the file; with less than it takes to say so, it stops. */
  maxBytes: number;
  ear: RecorderEar;
  log: Logger;
  onEnd: (recorded: Recorded) => Promise<void>;
};

/** What a kill may lose. */
const flushMs = 1_000;
const flushBytes = 64 * 1024;
/** Of output, in one line of the file. */
const pieceBytes = 32 * 1024;
/** A disk that holds up the terminal for so long is waited for no more. */
const patienceMs = 5_000;
const lookMs = 500;
const holdsUpBytes = 256 * 1024;
/** Sources that cannot be paused must not fill the memory. */
const mostBytes = 4 * 1024 * 1024;
const markBytes = 256;

/** Writes down what is shown, while it is shown. Never throws, and never keeps anybody waiting but by `backlog`. */
export function createRecorder({
  open,
  about,
  maxBytes,
  ear,
  log,
  onEnd,
}: Options): Recorder & { read: () => Recorded } {
  const begunMs = performance.now();
  const decoder = new StringDecoder("utf8");
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let writingBytes = 0;
  /** Since when the disk has not answered. */
  let askedMs: number | null = begunMs;
  let acceptedBytes = 0;
  let sizeBytes = 0;
  let lastMs = 0;
  let stopped: RecordingStop | null = null;
  let isRecording = true;
  let isDue = true;
  let wake = () => {};
  let timer: NodeJS.Timeout | null = null;

  const nowMs = () => performance.now() - begunMs;
  const goesOn = () => isRecording || waiting.length > 0;
  const patience = setInterval(() => {
    const isHeldUp = askedMs !== null && performance.now() - askedMs > patienceMs;
    if (isHeldUp && backlog() >= holdsUpBytes) stop("slow");
  }, lookMs).unref();

  function backlog(): number {
    return isRecording ? waitingBytes + writingBytes : 0;
  }

  function flush(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    isDue = true;
    wake();
  }

  function add(line: Buffer): void {
    acceptedBytes += line.length;
    waiting.push(line);
    waitingBytes += line.length;
    if (waitingBytes >= flushBytes) flush();
    else timer ??= setTimeout(flush, flushMs).unref();
  }

  function record(code: "o" | "r", text: string): void {
    if (!isRecording || text === "") return;
    lastMs = nowMs();
    const line = castLine(lastMs, code, text);
    if (acceptedBytes + line.length + markBytes > maxBytes) stop("limit");
    else if (waitingBytes + writingBytes > mostBytes) stop("slow");
    else add(line);
  }

  function stop(why: RecordingStop, error?: unknown): void {
    if (stopped !== null) return;
    isRecording = false;
    stopped = why;
    if (why !== "limit") {
      waiting = [];
      waitingBytes = 0;
    }
    log.warn({ err: error, why }, "a terminal is no longer recorded");
    flush();
    ear.onRoom();
    ear.onChange();
  }

  async function append(file: RecordingFile, bytes: Buffer): Promise<void> {
    writingBytes = bytes.length;
    askedMs = performance.now();
    try {
      await file.append(bytes);
      sizeBytes += bytes.length;
    } finally {
      writingBytes = 0;
      askedMs = null;
    }
  }

  async function writeAll(file: RecordingFile): Promise<void> {
    while (goesOn()) {
      if (!isDue) await new Promise<void>((resolve) => (wake = resolve));
      isDue = false;
      const bytes = Buffer.concat(waiting);
      waiting = [];
      waitingBytes = 0;
      if (bytes.length > 0) await append(file, bytes);
      ear.onRoom();
    }
  }

  async function keep(): Promise<void> {
    try {
      const file = await open();
      askedMs = null;
      try {
        await writeAll(file).catch((error: unknown) => stop("disk", error));
        if (stopped !== null) await append(file, castLine(nowMs(), "m", marks[stopped])).catch(() => {}); // a full disk has no room for that either
      } finally {
        await file.close();
      }
    } catch (error) {
      stop("disk", error);
    } finally {
      clearInterval(patience);
      if (timer !== null) clearTimeout(timer);
    }
    await onEnd(read());
  }

  const read = (): Recorded => ({ sizeBytes, durationMs: Math.round(lastMs), stopped });
  add(castHeader(about));
  const done = keep();

  return {
    output(bytes) {
      for (let at = 0; at < bytes.length; at += pieceBytes)
        record("o", decoder.write(bytes.subarray(at, at + pieceBytes)));
    },
    resize: ({ cols, rows }) => record("r", `${cols}x${rows}`),
    end() {
      record("o", decoder.end());
      isRecording = false;
      flush();
      return done;
    },
    isRecording: () => isRecording,
    backlog,
    read,
  };
}

/** In the file, as a marker that players show. */
const marks: Readonly<Record<RecordingStop, string>> = {
  limit: "Recording stopped: it has reached its size limit",
  disk: "Recording stopped: it could not be written",
  slow: "Recording stopped: the disk is too slow",
};
