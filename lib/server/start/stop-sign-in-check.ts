import { existsSync } from "node:fs";
import path from "node:path";
import { hookCommandCode } from "@/lib/contracts/audited-actions";
import { assertMigrated } from "@/lib/server/db/migrate";
import { openDb } from "@/lib/server/db/open-db";
import { hookSettingName } from "@/lib/server/user/hook/hook-setting-name";
import { becomeOwner } from "./become-owner";
import { CommandError } from "./command-error";
import { leaveNotice } from "./notices";
import { recordCommand } from "./record-command";

const usage = `Usage: stop-sign-in-check
Turns off the server that may veto sign-ins (Settings, Sign-in check), for when it lets nobody in any more.`;

type Run = { dataDir: string; appDir: string; args: readonly string[]; say: (text: string) => void };

/** `stop-sign-in-check`: also beside a running server. The rest of the setting stays. Throws CommandError with what to tell. */
export async function stopSignInCheck({ dataDir, appDir, args, say }: Run): Promise<void> {
  if (args.length > 0) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: no database found in ${dataDir}. Set it to the value the server uses.`);
  becomeOwner(file);
  await assertMigrated(file, path.join(appDir, "prisma", "migrations"));
  const db = openDb(file);
  try {
    const changed = await db.$executeRaw`
      UPDATE "Setting" SET "value" = json_set("value", '$.enabled', json('false'))
      WHERE "key" = ${hookSettingName} AND json_extract("value", '$.enabled') = 1`;
    if (changed === 0) {
      say("No server is asked about sign-ins. Nothing was changed.\n");
      return;
    }
    await recordCommand(db, { action: hookCommandCode, target: "" });
    const isTold = await leaveNotice(dataDir, { settings: true });
    say("No server is asked about sign-ins any more. Its settings are kept.\n");
    if (!isTold) say("No running server answered. If one is running, restart it.\n");
  } finally {
    await db.$disconnect();
  }
}
