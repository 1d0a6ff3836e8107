import { createTranslator } from "next-intl";
import { preferences } from "@/lib/contracts/user";
import { type Locale } from "@/lib/shared/locales";
import { isBranch, type SomeMessages } from "@/lib/shared/messages";
import { callBy } from "@/lib/shared/own-name";
import type { Told } from "@/lib/shared/notify";
import { sayMessage } from "@/lib/shared/say-message";
import { titleValues } from "@/lib/shared/title-values";
import type { Messages } from "@/messages/en";
import { brandSetting } from "@/lib/server/appearance/appearance-settings";
import type { Db } from "@/lib/server/db/open-db";

/** Loaded with the first message that somebody is told in the language. */
const loaders: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import("@/messages/en"),
  zh: () => import("@/messages/zh"),
  de: () => import("@/messages/de"),
  ja: () => import("@/messages/ja"),
  ko: () => import("@/messages/ko"),
  ru: () => import("@/messages/ru"),
  fr: () => import("@/messages/fr"),
  es: () => import("@/messages/es"),
};

/** The language that a user has chosen; one who never did has the one of the screen's first visit, which nobody keeps: English then. */
export async function localeOf(db: Db, userId: string): Promise<Locale> {
  const row = await db.user.findUnique({ where: { id: userId }, select: { preferences: true } });
  const parsed = preferences.pick({ language: true }).partial().safeParse(row?.preferences);
  return parsed.data?.language ?? "en";
}

async function read(locale: Locale): Promise<Messages> {
  return callBy((await loaders[locale]()).messages, brandSetting.get().name, "source");
}

/** The words of notify.json in a language. */
export async function wordsIn(locale: Locale) {
  const messages = await read(locale);
  return createTranslator({ locale, messages, namespace: "notify" });
}

/** A message as a user is told it beyond the screen. */
export async function textFor(db: Db, userId: string, message: Pick<Told, "words" | "params">) {
  return textIn(await localeOf(db, userId), message);
}

export async function textIn(locale: Locale, message: Pick<Told, "words" | "params">) {
  const say = await wordsIn(locale);
  const messages = await read(locale);
  return sayMessage(message, {
    say: (key, values) => say(key, values),
    taskTitle: ({ kind, title, count }) => {
      const words = titleOf(messages, kind);
      if (words === null) return title;
      const translate = createTranslator<Record<string, string>>({ locale, messages: { title: words } });
      return translate("title", titleValues(title, count));
    },
    locale,
  });
}

/** Each feature has the words of its tasks in its own file; a test holds that no two speak of the same kind. */
function titleOf(messages: SomeMessages, kind: string): string | null {
  for (const file of Object.values(messages)) {
    const tasks = isBranch(file) ? file["tasks"] : undefined;
    const task = isBranch(tasks) && Object.hasOwn(tasks, kind) ? tasks[kind] : undefined;
    if (isBranch(task) && typeof task["title"] === "string") return task["title"];
  }
  return null;
}
