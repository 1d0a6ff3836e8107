import { spawn, type ChildProcess } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { patience } from "@/lib/server/base/patience-fixture";
import { makeOwnedFolder } from "@/lib/server/process/owned-folder-fixture.mjs";
import { nodeFlags } from "./kept-code";

export type Filedeck = {
  /** Origin and base path, without a slash at the end. */
  url: string;
  port: number;
  /** Holds the two folders below; another start takes it as `workDir`. */
  workDir: string;
  /** The folder behind the root "Files" (id `files`). */
  filesDir: string;
  dataDir: string;
  pid: number;
  output: () => string;
  /** SIGTERM, or another signal; resolves with the exit code. */
  stop: (signal?: NodeJS.Signals) => Promise<number | null>;
  /** Ends the process and removes its folders. */
  remove: () => Promise<void>;
};

export const rootUser = { username: "root", password: "correct-horse-battery" };

type Options = {
  basePath?: string;
  env?: Record<string, string>;
  /** Of an earlier server, to start it again; `remove` deletes it with all in it. */
  workDir?: string;
  timeoutMs?: number;
  script?: string;
  /** Another tree than this one, with its own build. */
  appDir?: string;
};

/** A real server: the built bundle in a process of its own, with a new data folder and a free port. */
export async function startFiledeck({ timeoutMs = patience.startMs, ...options }: Options = {}): Promise<Filedeck> {
  const { child, dir, filesDir, dataDir } = spawnFiledeck(options);
  const { basePath = "", env = {} } = options;
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const exited = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const port = await waitForPort(child, () => output, timeoutMs).catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  const stop = (signal: NodeJS.Signals = "SIGTERM") => {
    child.kill(signal);
    return exited;
  };
  return {
    url: `${env["FILEDECK_TLS_CERT"] === undefined ? "http" : "https"}://127.0.0.1:${port}${basePath}`,
    port,
    workDir: dir,
    filesDir,
    dataDir,
    pid: child.pid ?? 0,
    output: () => output,
    stop,
    remove: async () => {
      if (child.exitCode === null && child.signalCode === null) await stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** The same, not waited for. */
export function spawnFiledeck({
  basePath = "",
  env = {},
  workDir,
  script = "dist/server.mjs",
  appDir = process.cwd(),
}: Omit<Options, "timeoutMs"> = {}) {
  const dir = workDir ?? makeOwnedFolder("e2e");
  const [filesDir, dataDir] = [path.join(dir, "files"), path.join(dir, "data")];
  mkdirSync(filesDir, { recursive: true });
  // With the flags and the variable of `npm start` and the image.
  const child = spawn(process.execPath, [...nodeFlags, script], {
    stdio: ["ignore", "pipe", "pipe"],
    cwd: appDir,
    env: {
      PATH: process.env["PATH"],
      HOME: dir,
      NODE_ENV: "production",
      MALLOC_ARENA_MAX: "2",
      FILEDECK_PORT: "0",
      FILEDECK_HOST: "127.0.0.1",
      FILEDECK_DATA: dataDir,
      FILEDECK_ROOTS: `${filesDir}=Files`,
      FILEDECK_BASE_PATH: basePath,
      FILEDECK_ADMIN_USERNAME: rootUser.username,
      FILEDECK_ADMIN_PASSWORD: rootUser.password,
      FILEDECK_LOG_LEVEL: "warn",
      // Of Playwright alone: benchmarks measure what others have.
      FILEDECK_TEST_PATIENCE: process.env["FILEDECK_TEST_PATIENCE"],
      ...env,
    },
  });
  endWithUs(child);
  return { child, dir, filesDir, dataDir };
}

const running = new Set<ChildProcess>();
let isWatching = false;

/** A test or benchmark that breaks off leaves no server behind. */
function endWithUs(child: ChildProcess): void {
  running.add(child);
  child.once("exit", () => running.delete(child));
  if (isWatching) return;
  isWatching = true;
  process.once("exit", () => {
    for (const one of running) one.kill("SIGKILL");
  });
}

/** The server says where it listens in its first lines. */
function waitForPort(child: ChildProcess, output: () => string, timeoutMs: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`not ready after ${timeoutMs} ms:\n${output()}`)), timeoutMs);
    const look = () => {
      const port = /ready at \w+:\/\/[^:/]+:(\d+)/.exec(output())?.[1];
      if (port === undefined) return;
      clearTimeout(timer);
      resolve(Number(port));
    };
    child.stdout?.on("data", look);
    child.once("exit", (code) => {
      clearTimeout(timer);
      reject(new Error(`ended with ${code}:\n${output()}`));
    });
  });
}
