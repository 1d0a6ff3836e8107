import { hostname } from "node:os";
import type { Db } from "@/lib/server/db/open-db";
import { brandSetting } from "@/lib/server/appearance/appearance-settings";
import { addressElsewhere } from "@/lib/server/appearance/links-address";
import type { Outgoing } from "@/lib/server/notify/out/sent";
import { localeOf, textIn, wordsIn } from "@/lib/server/notify/out/text-for";
import { sendMail } from "./send-mail";

/** Mails a message to its user, if their address is known to be theirs. Throws what `sendMail` does. */
export async function mailMessage(db: Db, userId: string, { message, id, atMs }: Outgoing): Promise<void> {
  const profile = await db.notifyProfile.findFirst({
    where: { userId, verifiedAt: { not: null }, user: { disabled: false } },
  });
  if (profile === null) return;
  const locale = await localeOf(db, userId);
  const say = await wordsIn(locale);
  const { title, text } = await textIn(locale, message);
  const at = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" }).format(atMs);
  const lines = [
    title,
    text,
    at,
    addressElsewhere(message.link) ?? "",
    say("mail.footer", { app: brandSetting.get().name, host: hostname() }),
  ];
  await sendMail({
    to: profile.mail,
    subject: `[${hostname()}] ${title}`,
    text: lines.filter((line) => line !== "").join("\n\n"),
    id,
  });
}
