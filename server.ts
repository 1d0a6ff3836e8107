import { setMaxListeners } from "node:events";
import { readDataDir, readEnv, EnvError } from "@/lib/server/base/env";
import { MigrationError } from "@/lib/server/db/migrate";
import { forgetAccount } from "@/lib/server/session/throttle";
import { noteEnded } from "@/lib/server/session/end-sessions";
import { exitWithoutThreads } from "@/lib/server/process/exit-without-threads";
import { CommandError } from "@/lib/server/start/command-error";
import { noteRejections } from "@/lib/server/start/note-rejections";
import { runNamedCommand } from "@/lib/server/start/run-command";
import { watchNotices } from "@/lib/server/start/notices";
import { prepareApp } from "@/lib/server/start/prepare-app";
import { loadSettings, stopGroups } from "@/lib/server/start/run-groups";
import { startServer } from "@/lib/server/start/start-server";
import { printWelcome } from "@/lib/server/start/print-welcome";

const appDir = process.cwd();
const isDev = process.argv.includes("--dev");
const [command, ...args] = process.argv.slice(2).filter((arg) => arg !== "--dev");
/** Who stops a server kills it after ten seconds. */
const stopMs = 9_500;

async function main(): Promise<void> {
  // From the beginning: what the first process of a container does not hear does not end it either.
  let stop = (): void => process.exit(0);
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => stop());
  const env = readEnv();
  const stopping = new AbortController();
  // Every schedule and every watcher listens.
  setMaxListeners(0, stopping.signal);
  const app = await prepareApp(env, { appDir, stopping: stopping.signal });
  process.on("unhandledRejection", noteRejections(app.log));
  const failed = (error: unknown) => app.log.error({ err: error }, "a command's notice could not be read");
  watchNotices(env.dataDir, {
    take: async (notice) => {
      if ("settings" in notice) return loadSettings(app);
      forgetAccount(notice);
      noteEnded(notice.sessionIds, "password");
    },
    failed,
  });
  const { port, ready, close } = await startServer({ env, appDir, isDev });
  stop = () => {
    stop = () => {};
    setTimeout(() => process.exit(1), stopMs).unref();
    exitWithoutThreads();
    stopping.abort();
    void closeAll(); // ends the process itself
  };
  async function closeAll(): Promise<void> {
    await Promise.all([close(), stopGroups(app)]);
    await app.audit.flush({ isLast: true });
    await app.db.$disconnect();
    process.exit(0);
  }
  await ready;
  printWelcome(env, { port, setupToken: app.setupToken });
}

async function runCommand(name: string): Promise<void> {
  await runNamedCommand(name, { args, appDir, dataDir: readDataDir() });
  process.exit(0);
}

(command === undefined ? main() : runCommand(command)).catch((error: unknown) => {
  const isKnown = error instanceof EnvError || error instanceof MigrationError || error instanceof CommandError;
  process.stderr.write(`${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
