import type { TerminalSize } from "@/lib/shared/terminals";

export type CastAbout = TerminalSize & {
  startedAtMs: number;
  title: string;
  /** Absolute path; null where it is not known. */
  shell: string | null;
};

/** The first line of an asciicast, version 2: https://docs.asciinema.org/manual/asciicast/v2/ */
export function castHeader({ cols, rows, startedAtMs, title, shell }: CastAbout): Buffer {
  const env = { TERM: "xterm-256color", ...(shell === null ? {} : { SHELL: shell }) };
  const timestamp = Math.floor(startedAtMs / 1000);
  return lineOf({ version: 2, width: cols, height: rows, timestamp, title, env });
}

/** One event: output, a new size or a marker. What is typed is never among them. */
export function castLine(atMs: number, code: "o" | "r" | "m", text: string): Buffer {
  return lineOf([Math.round(atMs * 1000) / 1_000_000, code, text]);
}

function lineOf(value: unknown): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
