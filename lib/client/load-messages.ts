import { fallbackLocale, type Locale } from "@/lib/shared/locales";
import { mergeMessages, type Messages } from "@/lib/shared/merge-messages";

const parallelReads = 10;
const maxRetries = 5;
const firstDelayMs = 350;

type Read<K, T> = (key: K) => Promise<T>;

const files: Record<Locale, () => Promise<{ messages: Messages }>> = {
  en: () => import("@/messages/en"),
  zh: () => import("@/messages/zh"),
  de: () => import("@/messages/de"),
  ja: () => import("@/messages/ja"),
  ko: () => import("@/messages/ko"),
  ru: () => import("@/messages/ru"),
  fr: () => import("@/messages/fr"),
  es: () => import("@/messages/es"),
};

/** The messages of a language with the fallback's below, for a change of language without a reload. */
export async function loadMessages(locale: Locale): Promise<Messages> {
  const keys = locale === fallbackLocale ? [locale] : [fallbackLocale, locale];
  const loaded = await readAll(keys, async (key) => (await files[key]()).messages);
  return loaded.reduce(mergeMessages, {});
}

/** Reads all keys, ten at a time, each with five retries after 350 ms, 700 ms, … (spec §9); in the order of the keys. */
export async function readAll<K, T>(keys: readonly K[], read: Read<K, T>): Promise<T[]> {
  const results: T[] = [];
  const queue = keys.entries();
  const work = async () => {
    for (const [index, key] of queue) results[index] = await readWithRetries(key, read);
  };
  await Promise.all(Array.from({ length: Math.min(parallelReads, keys.length) }, work));
  return results;
}

async function readWithRetries<K, T>(key: K, read: Read<K, T>): Promise<T> {
  for (let retry = 0; ; retry++) {
    try {
      return await read(key);
    } catch (error) {
      if (retry >= maxRetries) throw error;
      await new Promise((resolve) => setTimeout(resolve, firstDelayMs * 2 ** retry));
    }
  }
}
