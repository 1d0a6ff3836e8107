import { existsSync } from "node:fs";
import path from "node:path";
import { factorCommandCode, resetCommandCode } from "@/lib/contracts/audited-actions";
import { newPassword } from "@/lib/contracts/own-password";
import { isAppError } from "@/lib/shared/errors";
import errorTexts from "@/messages/en/errors.json";
import { assertMigrated } from "@/lib/server/db/migrate";
import { openDb, type Db } from "@/lib/server/db/open-db";
import { endSessions } from "@/lib/server/session/end-sessions";
import { factorDrops, hasFactor } from "@/lib/server/session/factor/find-factors";
import { hasNewWay, newWayDrops, waysIn } from "@/lib/server/session/factor/ways-in";
import { findNamed } from "@/lib/server/session/find-named";
import { hashPassword } from "@/lib/server/session/password";
import { assertGoodPassword } from "@/lib/server/user/password";
import { becomeOwner } from "./become-owner";
import { CommandError, isOption } from "./command-error";
import { leaveNotice } from "./notices";
import { confirm, readPassword, type Input } from "./read-password";
import { commandRecord } from "./record-command";

const factorOption = "--remove-second-factor";
const usage = `Usage: reset-password <username> [${factorOption}]
Asks for the new password, or reads it from standard input. It can't be an argument, because other users of the server could see it.`;

type Say = (text: string) => void;
type Run = { dataDir: string; appDir: string; args: readonly string[]; input: Input; say: Say };

/**
 * `reset-password <name>`: for who can log in to the server but not to Filedeck any more. Works beside a running server and
 * without one. Throws CommandError with what to tell.
 */
export async function resetPassword({ dataDir, appDir, args, input, say }: Run): Promise<void> {
  const [given, ...others] = args.filter((arg) => arg !== factorOption);
  if (given === undefined || others.length > 0 || isOption(given)) throw new CommandError(usage);
  const file = path.join(dataDir, "filedeck.db");
  if (!existsSync(file))
    throw new CommandError(`FILEDECK_DATA: no database found in ${dataDir}. Set it to the value the server uses.`);
  becomeOwner(file);
  await assertMigrated(file, path.join(appDir, "prisma", "migrations"));
  const db = openDb(file);
  try {
    const before = await getAccount(db, await findNamed(db, given), `User ${given} does not exist.`);
    const { username } = before;
    const password = await readPassword(input, say);
    assertAcceptable(password, username);
    const passwordHash = await hashPassword(password);
    const isFactorUnwanted =
      args.includes(factorOption) || (hasFactor(before) && (await confirm(input, say, factorQuestion)));
    // Typing takes its time: whoever is signed in as this user may have made themselves other ways in meanwhile.
    const now = await getAccount(db, before.id);
    const { id } = now;
    const isFactorGone = isFactorUnwanted && (hasFactor(before) || hasFactor(now));
    // All at once, when there is nothing left to ask: a server that runs beside this lets people in meanwhile.
    const sessionIds = await endSessions(db, { userId: id }, "password", [
      db.user.update({ where: { id }, data: { passwordHash } }),
      db.user.updateMany({ where: { id, isRoot: true }, data: { disabled: false } }),
      ...newWayDrops(db, before),
      ...(isFactorUnwanted ? factorDrops(db, id) : []),
      commandRecord(db, { action: resetCommandCode, target: username }),
      ...(isFactorGone ? [commandRecord(db, { action: factorCommandCode, target: username })] : []),
    ]);
    const isTold = await leaveNotice(dataDir, { username, userId: id, sessionIds });
    say(`Password of ${username} changed. Sessions ended: ${sessionIds.length}.\n`);
    if (isFactorGone) say("Second factors removed.\n");
    if (hasNewWay(before, now))
      say("Second factors or linked accounts were added while this command was running. They have been removed.\n");
    await describeAccount(db, { id, wasDisabled: now.disabled, isFactorGone }, say);
    if (!isTold) say("No running server answered. If one is running, it will end the old sessions within a minute.\n");
  } finally {
    await db.$disconnect();
  }
}

async function getAccount(db: Db, id: string | null, missing = "The user has been deleted.") {
  const account = await db.user.findUnique({ where: { id: id ?? "" }, include: waysIn });
  if (account === null) throw new CommandError(missing);
  return account;
}

type Done = { id: string; wasDisabled: boolean; isFactorGone: boolean };

/** As it is once all is done. */
async function describeAccount(db: Db, { id, wasDisabled, isFactorGone }: Done, say: Say): Promise<void> {
  const account = await getAccount(db, id);
  if (hasFactor(account))
    say(`The account still asks for its second factor. To remove it, run this again with ${factorOption}.\n`);
  else if (isFactorGone) say("The password alone signs in again.\n");
  if (account.disabled) say("The account is still disabled. An administrator can enable it.\n");
  else if (wasDisabled)
    say("The account was disabled. Because it is an administrator account, it has been enabled again.\n");
  const tokens = await db.apiToken.count({ where: { userId: id } });
  if (tokens > 0) say(`API tokens that still work: ${tokens}. Revoke them on the account page if needed.\n`);
  const passwords = await db.appPassword.count({ where: { userId: id } });
  if (passwords > 0)
    say(`WebDAV passwords that still work: ${passwords}. Revoke them on the account page if needed.\n`);
  const linked = account.identities.length;
  if (linked > 0)
    say(`Linked accounts that can still sign in: ${linked}. Unlink them on the account page if needed.\n`);
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
