import { carriedErrors } from "@/lib/shared/carried-errors";
import type { ErrorKey } from "@/lib/shared/errors";
import { isLocale, type Locale } from "@/lib/shared/locales";
import type { Messages } from "@/messages/en";

const parallelReads = 10;
const maxRetries = 5;
const firstDelayMs = 350;
/** A failure is said with fewer words rather than late. */
const maxErrorWaitMs = 1500;

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
const loaded = new Map<Locale, Messages>();
const loading = new Map<Locale, Promise<Messages>>();

/** All words of a language, if they are there. */
export function loadedMessages(locale: Locale): Messages | undefined {
  return loaded.get(locale);
}

/** All words of a language: one file that browsers keep for ever. The same promise for all who ask, until it fails. */
export function loadMessages(locale: Locale): Promise<Messages> {
  const reading = loading.get(locale) ?? read(locale);
  loading.set(locale, reading);
  return reading;
}

async function read(locale: Locale): Promise<Messages> {
  try {
    const [messages] = await readAll([locale], async (key) => (await files[key]()).messages);
    if (messages === undefined) throw new Error("One key gives one result");
    loaded.set(locale, messages);
    return messages;
  } catch (error) {
    loading.delete(locale);
    throw error;
  }
}

/** Waits a moment for the words of a failure that not every page carries. Never rejects: `internal` is there to be said. */
export async function loadErrorWords(key: ErrorKey): Promise<void> {
  const locale = document.documentElement.lang;
  if (carriedErrors.includes(key) || !isLocale(locale) || loaded.has(locale)) return;
  const late = new Promise((resolve) => setTimeout(resolve, maxErrorWaitMs));
  await Promise.race([loadMessages(locale).catch(() => undefined), late]);
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
