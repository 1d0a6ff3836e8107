import { existsSync, statSync } from "node:fs";
import path from "node:path";
import { resetCommandCode } from "@/lib/contracts/audited-actions";
import { newPassword } from "@/lib/contracts/user";
import { isAppError } from "@/lib/shared/errors";
import messages from "@/messages/en.json";
import { assertMigrated } from "@/lib/server/db/migrate";
import { openDb } from "@/lib/server/db/open-db";
import { endSessions } from "@/lib/server/session/end-sessions";
import { hashPassword } from "@/lib/server/session/password";
import { assertGoodPassword } from "@/lib/server/user/password";
import { CommandError } from "./command-error";
import { leaveNotice } from "./notices";
import { readPassword } from "./read-password";
import { recordCommand } from "./record-command";

const usage = `Usage: reset-password <user name>
The new password is asked for, or read from standard input. It is never an argument: others could see it.`;

type Run = { dataDir: string; appDir: string; args: readonly string[]; say: (text: string) => void };

/**
 * `reset-password <name>`: for who can log in to the server but not to Filedeck any more. Works beside a running server and
 * without one. Throws CommandError with what to tell.
 */
export async function resetPassword({ dataDir, appDir, args, say }: Run): Promise<void> {
  const [username, ...others] = args;
  if (username === undefined || others.length > 0) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: there is no database in ${dataDir}. Give it the value that the server has.`);
  becomeOwner(file);
  await assertMigrated(file, path.join(appDir, "prisma", "migrations"));
  const db = openDb(file);
  try {
    const user = await db.user.findUnique({ where: { username } });
    if (user === null) throw new CommandError(`There is no user ${username}.`);
    const password = await readPassword(process.stdin, say);
    assertAcceptable(password, username);
    const isEnabled = user.isRoot && user.disabled;
    await db.user.update({
      where: { id: user.id },
      data: { passwordHash: await hashPassword(password), ...(isEnabled ? { disabled: false } : {}) },
    });
    const sessionIds = await endSessions(db, { userId: user.id }, "password");
    await recordCommand(db, { action: resetCommandCode, target: username });
    const isTold = await leaveNotice(dataDir, { username, userId: user.id, sessionIds });
    say(`The password of ${username} is changed. Sessions ended: ${sessionIds.length}.\n`);
    if (isEnabled) say("The account was disabled; it is an administrator's, so it is enabled again.\n");
    else if (user.disabled) say("The account is disabled and stays so: an administrator can enable it.\n");
    const tokens = await db.apiToken.count({ where: { userId: user.id } });
    if (tokens > 0) say(`API tokens still work: ${tokens}. They are under Account.\n`);
    const passwords = await db.appPassword.count({ where: { userId: user.id } });
    if (passwords > 0) say(`Passwords for WebDAV still work: ${passwords}. They are under Account.\n`);
    if (!isTold)
      say("No running server has answered. One that runs all the same forgets old sessions within a minute.\n");
  } finally {
    await db.$disconnect();
  }
}

/** As root beside a server that runs as somebody else (PUID), new files would be out of that one's reach. */
function becomeOwner(file: string): void {
  const { uid, gid } = statSync(file);
  if (process.getuid?.() !== 0 || uid === 0) return;
  process.setgroups?.([]);
  process.setgid?.(gid);
  process.setuid?.(uid);
}

function assertAcceptable(password: string | null, username: string): asserts password is string {
  if (password === null) throw new CommandError("No password was given. Nothing has changed.");
  if (!newPassword.safeParse(password).success) throw new CommandError("A password takes 8 to 256 characters.");
  try {
    assertGoodPassword(password, username);
  } catch (error) {
    throw isAppError(error) ? new CommandError(messages.errors[error.key]) : error;
  }
}
