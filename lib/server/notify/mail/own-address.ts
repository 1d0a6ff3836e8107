import { randomInt } from "node:crypto";
import { hostname } from "node:os";
import type { notifyContract } from "@/lib/contracts/notify";
import { AppError } from "@/lib/shared/errors";
import { mailCodeLength, mailCodeMinutes, mailCodeTries } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import { brandSetting } from "@/lib/server/appearance/appearance-settings";
import { isSame, sign } from "@/lib/server/base/keys";
import type { Service } from "@/lib/server/http/service";
import { toFailure } from "@/lib/server/notify/out/sent";
import { localeOf, wordsIn } from "@/lib/server/notify/out/text-for";
import { getApp } from "@/lib/server/runtime/app";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { askerOf, writeWhile } from "@/lib/server/session/still-holds";
import { mailServer } from "./mail-setting";
import { sendMail } from "./send-mail";

/** Between two codes: nobody's mailbox is filled by somebody else. */
const pauseMs = 60_000;
const codeMs = mailCodeMinutes * 60_000;

/** Sends a code; until it is given, nothing else goes to the address. Throws notify/mail-off, notify/mail-soon, and what sending may end in. */
export const setMailAddress: Service<typeof notifyContract.setMailAddress> = async ({ address }, { db, actor }) => {
  const userId = userIdOf(actor);
  if (mailServer() === null) throw new AppError("notify/mail-off");
  const known = await db.notifyProfile.findUnique({ where: { userId } });
  const sentAtMs = known?.codeSentAt?.getTime() ?? 0;
  if (Date.now() < sentAtMs + pauseMs) throw new AppError("notify/mail-soon");
  const code = String(randomInt(10 ** mailCodeLength)).padStart(mailCodeLength, "0");
  const fields = {
    mail: address,
    verifiedAt: null,
    codeHash: hashOf(userId, address, code),
    codeSentAt: new Date(),
    codeTries: 0,
    sentAt: null,
    problem: null,
  };
  const upsert = { where: { userId }, create: { userId, choices: {}, ...fields }, update: fields };
  await writeWhile(db, askerOf(actor), [db.notifyProfile.upsert(upsert)]);
  const say = await wordsIn(await localeOf(db, userId));
  const values = { app: brandSetting.get().name, code, host: hostname(), minutes: mailCodeMinutes };
  const mail = {
    to: address,
    subject: say("mail.codeSubject", values),
    text: say("mail.codeText", values),
    id: randomId(),
  };
  await sendMail(mail).catch((error: unknown) => {
    throw new AppError(toFailure(error).problem, {}, { cause: error });
  });
  return {};
};

/** Throws notify/mail-code, after too many tries for the right one as well. */
export const verifyMailAddress: Service<typeof notifyContract.verifyMailAddress> = async (
  { code },
  { db, actor, about },
) => {
  const userId = userIdOf(actor);
  // Counted before it is looked at: guessing side by side gains nothing.
  const { count } = await db.notifyProfile.updateMany({
    where: {
      userId,
      codeHash: { not: null },
      codeSentAt: { gt: new Date(Date.now() - codeMs) },
      codeTries: { lt: mailCodeTries },
    },
    data: { codeTries: { increment: 1 } },
  });
  const profile = count === 0 ? null : await db.notifyProfile.findUnique({ where: { userId } });
  if (profile === null || !isSame(profile.codeHash ?? "", hashOf(userId, profile.mail, code)))
    throw new AppError("notify/mail-code");
  about(profile.mail);
  // The code is for one address: a new one, entered meanwhile, is not proven by it.
  const { codeHash } = profile;
  const { found } = askerOf(actor);
  await writeWhile(
    db,
    { userId, found: [...found, { notifyProfile: { is: { codeHash } } }], otherwise: "notify/mail-code" },
    [db.notifyProfile.updateMany({ where: { userId }, data: { verifiedAt: new Date(), codeHash: null } })],
  );
  return {};
};

export const removeMailAddress: Service<typeof notifyContract.removeMailAddress> = async (_, { db, actor, about }) => {
  const where = { userId: userIdOf(actor) };
  about((await db.notifyProfile.findUnique({ where }))?.mail ?? "");
  const none = { mail: "", verifiedAt: null, codeHash: null, sentAt: null, problem: null };
  await db.notifyProfile.updateMany({ where, data: none });
  return {};
};

function hashOf(userId: string, address: string, code: string): string {
  return sign(getApp().keys.factor, `mail ${userId} ${address} ${code}`);
}

/** Throws what sending may end in. */
export const testMail: Service<typeof notifyContract.testMail> = async ({ to }, { db, actor }) => {
  const say = await wordsIn(await localeOf(db, userIdOf(actor)));
  const values = { host: hostname() };
  const mail = { to, subject: say("words.test.title", values), text: say("words.test.text", values), id: randomId() };
  await sendMail(mail).catch((error: unknown) => {
    throw new AppError(toFailure(error).problem, {}, { cause: error });
  });
  return {};
};
