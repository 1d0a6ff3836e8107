import { constants } from "node:os";
import type { Duplex } from "node:stream";
import type Docker from "dockerode";
import type { Logger } from "pino";
import { AppError } from "@/lib/shared/errors";
import { randomId } from "@/lib/shared/units";
import type { TerminalSize } from "@/lib/shared/terminals";
import { isOfContainer } from "@/lib/server/process/container-process";
import { endSessionOf } from "@/lib/server/process/end-session-of";
import type { ProgramExit } from "@/lib/server/process/open-pty";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { askDocker } from "./ask-docker";
import { endMarked, marked } from "./end-marked";
import { findShell } from "./find-shell";

const lookMs = 100;
const looks = 10;
const endMs = 2_000;
const lost: ProgramExit = { code: null, signal: null };

type Options = {
  containerId: string;
  name: string;
  /** What the container's own processes have, `NAME=value` each. */
  environment: readonly string[];
  size: TerminalSize;
  log: Logger;
};

/** Without a locale programs print letters beyond ASCII as question marks or octal numbers; what the image has chosen stays. */
const localeFor = (environment: readonly string[]) =>
  environment.some((variable) => /^(?:LC_ALL|LC_CTYPE|LANG)=./.test(variable)) ? [] : ["LC_CTYPE=C.UTF-8"];

/** A shell in a running container, as its user. Throws docker/no-shell and what askDocker throws. */
export async function openContainerShell({
  containerId,
  name,
  environment,
  size,
  log,
}: Options): Promise<TerminalSource> {
  const mark = randomId(32);
  const { exec, stream } = await askDocker(name, async (docker, abortSignal) => {
    const container = docker.getContainer(containerId);
    const shell = await findShell(container, { name, abortSignal });
    const exec = await container.exec({
      Cmd: [shell],
      Env: ["TERM=xterm-256color", "COLORTERM=truecolor", ...localeFor(environment), marked(mark)],
      AttachStdin: true,
      AttachStdout: true,
      AttachStderr: true,
      Tty: true,
      abortSignal,
    });
    return { exec, stream: await exec.start({ hijack: true, stdin: true, Tty: true, abortSignal }) };
  });
  // Nothing comes before somebody listens.
  stream.pause();
  const resize = ({ cols, rows }: TerminalSize) => exec.resize({ h: rows, w: cols });
  await resize(size).catch(() => {}); // it has ended already, and says so by itself
  let isOver = false;
  let isClosed = () => {};
  const closed = new Promise<void>((resolve) => (isClosed = resolve));

  /** Ends the processes, as closing the stream does not. */
  async function endProcesses(): Promise<void> {
    const { Pid: pid } = await exec.inspect();
    if (isOfContainer({ containerId, pid })) await endSessionOf(pid, constants.signals.SIGHUP);
    else await endMarked({ containerId, name, mark });
    if ((await exitOf(exec)) === lost) throw new AppError("docker/failed", { name });
  }

  return {
    program: name,
    listen(ear) {
      stream.on("data", (bytes: Buffer) => ear.data(bytes));
      stream.on("error", () => {}); // `close` follows
      stream.once("end", () => stream.destroy());
      stream.once("close", () => {
        isOver = true;
        isClosed();
        void exitOf(exec).then(ear.exit);
      });
      stream.resume();
    },
    write(bytes) {
      if (!isOver) stream.write(bytes);
    },
    backlog: () => (isOver ? 0 : stream.writableLength),
    resize(next) {
      if (!isOver) void resize(next).catch(() => {}); // it has just ended
    },
    pause: () => void stream.pause(),
    resume: () => void stream.resume(),
    async end() {
      if (isOver) return;
      // Unread output would keep it from ending.
      stream.resume();
      await endProcesses().catch((error: unknown) => {
        log.warn({ err: error, container: name }, "what ran in a container’s terminal may still be running");
      });
      await closeSoon(stream, closed);
    },
    place: () => null,
  };
}

/** The daemon closes the stream of what has ended, and knows shortly afterwards how. */
async function exitOf(exec: Docker.Exec): Promise<ProgramExit> {
  for (let look = 0; look < looks; look++) {
    const found = await exec.inspect().catch(() => null);
    if (found === null) return lost;
    if (!found.Running) return { code: found.ExitCode, signal: null };
    await new Promise((resolve) => setTimeout(resolve, lookMs));
  }
  return lost;
}

async function closeSoon(stream: Duplex, closed: Promise<void>): Promise<void> {
  const timer = setTimeout(() => stream.destroy(), endMs);
  await closed;
  clearTimeout(timer);
}
