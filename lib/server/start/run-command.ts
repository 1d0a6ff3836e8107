import packageJson from "@/package.json";
import { CommandError } from "./command-error";

type Run = { args: readonly string[]; appDir: string; dataDir: string };
type Command = (run: Run & { say: (text: string) => void }) => Promise<void>;

/** What `node dist/server.mjs <name>` does instead of serving; each is loaded only when it is asked for. */
const commands: Readonly<Record<string, Command>> = {
  "reset-password": async (run) => (await import("./reset-password")).resetPassword({ ...run, input: process.stdin }),
  "stop-sign-in-check": async (run) => (await import("./stop-sign-in-check")).stopSignInCheck(run),
  backup: async (run) => (await import("./backup/make-backup")).makeBackup({ ...run, version: packageJson.version }),
  restore: async (run) => (await import("./backup/stage-restore")).stageRestore(run),
};

/** Throws CommandError with what to tell, also for a name that there is not. */
export async function runNamedCommand(name: string, run: Run): Promise<void> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined)
    throw new CommandError(`Unknown command: ${name}. Available: ${Object.keys(commands).join(", ")}`);
  await command({ ...run, say: (text) => process.stderr.write(text) });
}
