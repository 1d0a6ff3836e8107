import { readEnv, EnvError } from "@/lib/server/env";
import { MigrationError } from "@/lib/server/db/migrate";
import { prepareApp } from "@/lib/server/start/prepare-app";
import { startServer } from "@/lib/server/start/start-server";
import { printWelcome } from "@/lib/server/start/print-welcome";

const appDir = process.cwd();
const isDev = process.argv.includes("--dev");

async function main(): Promise<void> {
  const env = readEnv();
  const stopping = new AbortController();
  const app = await prepareApp(env, { appDir, stopping: stopping.signal });
  const { port, close } = await startServer({ env, appDir, isDev });
  printWelcome(env, { port, setupToken: app.setupToken });

  let isStopping = false;
  const stop = async () => {
    if (isStopping) return;
    isStopping = true;
    stopping.abort();
    await close();
    await app.audit.flush();
    await app.db.$disconnect();
    process.exit(0);
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void stop()); // ends the process itself
}

main().catch((error: unknown) => {
  const isKnown = error instanceof EnvError || error instanceof MigrationError;
  process.stderr.write(`${isKnown ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
  process.exit(1);
});
