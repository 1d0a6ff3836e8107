import { constants } from "node:os";
import { Readable } from "node:stream";
import { isAppError } from "@/lib/shared/errors";
import type { ProgramExit } from "@/lib/server/process/open-pty";
import { readOnly } from "@/lib/server/terminal/read-only";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { withReturns } from "@/lib/server/terminal/with-returns";
import { askDocker } from "@/lib/server/docker/ask-docker";
import { imagesChanged } from "./follow-images";
import { readMessages, type DaemonMessage } from "./read-messages";

/** Until the daemon has the context and says its first word. */
const sendMs = 30 * 60_000;

/**
 * Before the first `FROM`, a Dockerfile can set these for all of its commands, which the builder leaves out when it looks for a layer of the same command: one that was
 * made by somebody's proxy would be everybody's.
 */
const noProxies = Object.fromEntries(
  ["http", "https", "ftp", "no", "all"].flatMap((one) => [
    [`${one}_proxy`, ""],
    [`${one}_proxy`.toUpperCase(), ""],
  ]),
);

type Build = {
  reference: string;
  dockerfile: string;
  pull: boolean;
  fresh: boolean;
  /** For the network that its steps are in; null for Docker's usual one. */
  openNetwork: (() => Promise<{ id: string; close: () => void }>) | null;
  context: (signal: AbortSignal) => AsyncGenerator<Uint8Array, void>;
  /** How registries are signed in to, by their hosts. */
  auths: () => Promise<Record<string, { username: string; password: string }>>;
};

const red = (text: string) => `\u001b[31m${text}\u001b[0m\n`;

/**
 * What a build writes, as something to look at. Ctrl-C, or the end of the terminal, ends it: the daemon stops what it began and removes it. The daemon's own
 * builder: none of what others add to it (mounts of this machine, rights beyond the usual) can be asked for by a Dockerfile.
 */
export function buildSource({
  reference,
  dockerfile,
  pull,
  fresh,
  openNetwork,
  context,
  auths,
}: Build): TerminalSource {
  const stop = new AbortController();
  const { signal } = stop;
  let resumed = Promise.resolve();
  let goOn = () => {};
  let over: Promise<void> = Promise.resolve();

  async function build(tell: (text: string) => void): Promise<ProgramExit> {
    const body = Readable.from(context(signal), { objectMode: false });
    body.on("error", () => {}); // the request ends with it
    let network: Awaited<ReturnType<NonNullable<Build["openNetwork"]>>> | null = null;
    try {
      network = (await openNetwork?.()) ?? null;
      const networkmode = network?.id;
      const registryconfig = await auths();
      const answer = await askDocker(
        reference,
        (docker, late) =>
          docker.buildImage(body, {
            t: reference,
            dockerfile,
            ...(networkmode === undefined ? {} : { networkmode }),
            pull,
            nocache: fresh,
            rm: true,
            forcerm: true,
            version: "1",
            buildargs: noProxies,
            registryconfig,
            abortSignal: AbortSignal.any([late, signal]),
          }),
        { patienceMs: sendMs },
      );
      for await (const message of readMessages(answer, signal)) {
        tell(textOf(message));
        await resumed;
        if (message.error !== undefined) return { code: 1, signal: null };
      }
      if (signal.aborted) return interrupted;
      return { code: 0, signal: null };
    } catch (error) {
      if (signal.aborted) return interrupted;
      tell(red(wordsOf(error)));
      return { code: 1, signal: null };
    } finally {
      body.destroy();
      network?.close();
      imagesChanged();
    }
  }

  return readOnly({
    isLog: true,
    program: `docker build ${reference}`,
    listen(ear) {
      const tell = (text: string) => text !== "" && ear.data(withReturns(Buffer.from(text)));
      over = build(tell).then(ear.exit);
    },
    write: () => {},
    backlog: () => 0,
    resize: () => {},
    pause() {
      goOn();
      resumed = new Promise((resolve) => (goOn = resolve));
    },
    resume: () => goOn(),
    async end() {
      stop.abort();
      goOn();
      await over;
    },
    place: () => null,
  });
}

const interrupted: ProgramExit = { code: null, signal: constants.signals.SIGINT };

/** In Docker's language, as all that it writes. */
function wordsOf(error: unknown): string {
  if (!isAppError(error)) return "The build failed.";
  const { text } = error.params;
  if (error.key === "docker/context-too-large")
    return "The folder is too large. Leave out what isn't needed by a .dockerignore file.";
  return typeof text === "string" ? text : `The build failed (${error.key}).`;
}

function textOf({ stream, status, id, progress, error }: DaemonMessage): string {
  if (error !== undefined) return red(error);
  if (stream !== undefined) return stream;
  // Each step of a download would be a line.
  return status === undefined || progress !== undefined ? "" : `${id === undefined ? "" : `${id}: `}${status}\n`;
}
