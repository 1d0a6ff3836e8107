import { existsSync } from "node:fs";
import path from "node:path";
import { factorCommandCode, resetCommandCode } from "@/lib/contracts/audited-actions";
import { newPassword } from "@/lib/contracts/own-password";
import { isAppError } from "@/lib/shared/errors";
import errorTexts from "@/messages/en/errors.json";
import { assertMigrated } from "@/lib/server/db/migrate";
import { openDb } from "@/lib/server/db/open-db";
import { endSessions } from "@/lib/server/session/end-sessions";
import { dropFactors, factorCounts, hasFactor } from "@/lib/server/session/factor/find-factors";
import { hashPassword } from "@/lib/server/session/password";
import { assertGoodPassword } from "@/lib/server/user/password";
import { becomeOwner } from "./become-owner";
import { CommandError, isOption } from "./command-error";
import { leaveNotice } from "./notices";
import { confirm, readPassword } from "./read-password";
import { recordCommand } from "./record-command";

const factorOption = "--remove-second-factor";
const usage = `Usage: reset-password <username> [${factorOption}]
Asks for the new password, or reads it from standard input. It can't be an argument, because other users of the server could see it.`;

type Run = { dataDir: string; appDir: string; args: readonly string[]; say: (text: string) => void };

/**
 * `reset-password <name>`: for who can log in to the server but not to Filedeck any more. Works beside a running server and
 * without one. Throws CommandError with what to tell.
 */
export async function resetPassword({ dataDir, appDir, args, say }: Run): Promise<void> {
  const [username, ...others] = args.filter((arg) => arg !== factorOption);
  if (username === undefined || others.length > 0 || isOption(username)) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: no database found in ${dataDir}. Set it to the value the server uses.`);
  becomeOwner(file);
  await assertMigrated(file, path.join(appDir, "prisma", "migrations"));
  const db = openDb(file);
  try {
    const user = await db.user.findUnique({ where: { username }, include: factorCounts });
    if (user === null) throw new CommandError(`User ${username} does not exist.`);
    const password = await readPassword(process.stdin, say);
    assertAcceptable(password, username);
    const isEnabled = user.isRoot && user.disabled;
    await db.user.update({
      where: { id: user.id },
      data: { passwordHash: await hashPassword(password), ...(isEnabled ? { disabled: false } : {}) },
    });
    const hasSecondFactor = hasFactor(user);
    const isFactorGone = hasSecondFactor && (args.includes(factorOption) || (await confirm(factorQuestion, say)));
    if (isFactorGone) await dropFactors(db, user.id);
    const sessionIds = await endSessions(db, { userId: user.id }, "password");
    await recordCommand(db, { action: resetCommandCode, target: username });
    if (isFactorGone) await recordCommand(db, { action: factorCommandCode, target: username });
    const isTold = await leaveNotice(dataDir, { username, userId: user.id, sessionIds });
    say(`Password of ${username} changed. Sessions ended: ${sessionIds.length}.\n`);
    if (isFactorGone) say("Second factors removed. The password alone signs in again.\n");
    else if (hasSecondFactor)
      say(`The account still asks for its second factor. To remove it, run this again with ${factorOption}.\n`);
    if (isEnabled)
      say("The account was disabled. Because it is an administrator account, it has been enabled again.\n");
    else if (user.disabled) say("The account is still disabled. An administrator can enable it.\n");
    const tokens = await db.apiToken.count({ where: { userId: user.id } });
    if (tokens > 0) say(`API tokens that still work: ${tokens}. Revoke them on the account page if needed.\n`);
    const passwords = await db.appPassword.count({ where: { userId: user.id } });
    if (passwords > 0)
      say(`WebDAV passwords that still work: ${passwords}. Revoke them on the account page if needed.\n`);
    if (!isTold) say("No running server answered. If one is running, it will end the old sessions within a minute.\n");
  } finally {
    await db.$disconnect();
  }
}

const factorQuestion = "The account has a second factor. Remove it as well? [y/N] ";

function assertAcceptable(password: string | null, username: string): asserts password is string {
  if (password === null) throw new CommandError("No password entered. Nothing was changed.");
  if (!newPassword.safeParse(password).success) throw new CommandError("Passwords must have 8 to 256 characters.");
  try {
    assertGoodPassword(password, username);
  } catch (error) {
    throw isAppError(error) ? new CommandError(errorTexts[error.key]) : error;
  }
}
