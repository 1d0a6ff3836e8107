import type { TerminalSize } from "@/lib/shared/terminals";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import type { Connection } from "./connections";
import { openStream } from "./open-stream";

const term = "xterm-256color";
/**
 * As ssh sends it: a host takes it where its `AcceptEnv` says so, and what it has chosen itself, by PAM or a profile, goes before it. Without any,
 * programs print letters beyond ASCII as question marks or octal numbers.
 */
export const remoteEnvironment = { LANG: "C.UTF-8" } as unknown as NodeJS.ProcessEnv; // of Next's types, which want NODE_ENV in every environment
const endMs = 2_000;

type Options = { connection: Connection; startFolder: string; startCommand: string; size: TerminalSize };

/** A shell of the account on the host, which uses the connection until it ends. Throws ssh/no-shell. */
export async function openRemoteShell({
  connection,
  startFolder,
  startCommand,
  size,
}: Options): Promise<TerminalSource> {
  const { client, name } = connection;
  const command = commandFor(startFolder, startCommand);
  const pty = { term, cols: size.cols, rows: size.rows, width: 0, height: 0 };
  const { stream, exit } = await openStream(
    (took) =>
      command === null
        ? client.shell(pty, { env: remoteEnvironment }, took)
        : client.exec(command, { pty, env: remoteEnvironment }, took),
    name,
  );
  // Nothing comes before somebody listens.
  stream.pause();
  connection.uses++;
  let isOver = false;
  let isClosed = () => {};
  const closed = new Promise<void>((resolve) => (isClosed = resolve));
  return {
    program: name,
    listen(ear) {
      stream.on("data", (bytes: Buffer) => ear.data(bytes));
      stream.stderr.on("data", (bytes: Buffer) => ear.data(bytes));
      stream.on("error", () => {}); // `close` follows
      stream.once("close", () => {
        isOver = true;
        connection.uses--;
        connection.lastUsedMs = Date.now();
        isClosed();
        const { code, signal } = exit();
        ear.exit({ code, signal: signal === null ? null : (signalNumbers[signal] ?? null) });
      });
      stream.resume();
    },
    write(bytes) {
      if (!isOver) stream.write(bytes);
    },
    backlog: () => (isOver ? 0 : stream.writableLength),
    resize({ cols, rows }) {
      if (!isOver) stream.setWindow(rows, cols, 0, 0);
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    async end() {
      if (isOver) return;
      // Unread output would keep it from ending.
      stream.resume();
      stream.signal("HUP");
      stream.close();
      const timer = setTimeout(() => stream.destroy(), endMs);
      await closed;
      clearTimeout(timer);
    },
    place: () => null,
  };
}

/** What sets a shell up; null where there is nothing to set up, and the host starts what it always starts. */
function commandFor(folder: string, command: string): string | null {
  if (folder === "" && command === "") return null;
  const steps = [
    ...(folder === "" ? [] : [`cd -- ${quoteForShell(folder)}`]),
    ...(command === "" ? [] : [command]),
    'exec "${SHELL:-/bin/sh}" -l',
  ];
  return steps.join("\n");
}

/** One word of a POSIX shell. */
export function quoteForShell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** SSH names signals (RFC 4254 §6.10); these are what they are on Linux. */
const signalNumbers: Readonly<Record<string, number>> = {
  HUP: 1,
  INT: 2,
  QUIT: 3,
  ILL: 4,
  ABRT: 6,
  FPE: 8,
  KILL: 9,
  USR1: 10,
  SEGV: 11,
  USR2: 12,
  PIPE: 13,
  ALRM: 14,
  TERM: 15,
};
