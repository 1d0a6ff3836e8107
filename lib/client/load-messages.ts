import { carriedErrors } from "@/lib/shared/carried-errors";
import type { ErrorKey } from "@/lib/shared/errors";
import { isLocale, type Locale } from "@/lib/shared/locales";
import { mergeMessages, type SomeMessages } from "@/lib/shared/messages";
import type { Messages } from "@/messages/en";
import { keepPerLocale } from "./keep-per-locale";
import { firstFiles, restFiles } from "./word-files";

const parallelReads = 10;
const maxRetries = 5;
const firstDelayMs = 350;
/** A failure is said with fewer words rather than late. */
const maxErrorWaitMs = 1500;

type Read<K, T> = (key: K) => Promise<T>;

/** The words that the file page begins with: one file that browsers keep for ever. */
export const firstMessages = keepPerLocale((locale) => readWords(firstFiles, locale));
/** All words of a language: that file and a second one. */
export const allMessages = keepPerLocale(async (locale) => {
  const [first, rest] = await Promise.all([firstMessages.load(locale), readWords(restFiles, locale)]);
  return mergeMessages(first, rest) as Messages; // a test holds both parts to be all words
});

async function readWords(files: typeof firstFiles, locale: Locale): Promise<SomeMessages> {
  const [words] = await readAll([locale], files.read);
  if (words === undefined) throw new Error("One key gives one result");
  return words;
}

/** Waits a moment for the words of a failure that not every page has. Never rejects: `internal` is there to be said. */
export async function loadErrorWords(key: ErrorKey): Promise<void> {
  const locale = document.documentElement.lang;
  if (!isLocale(locale) || allMessages.loaded(locale) !== undefined || hasError(locale, key)) return;
  const late = new Promise((resolve) => setTimeout(resolve, maxErrorWaitMs));
  await Promise.race([allMessages.load(locale).catch(() => undefined), late]);
}

/** Pages outside the console have not the first words, but some of their own. */
function hasError(locale: Locale, key: ErrorKey): boolean {
  const errors = firstMessages.loaded(locale)?.["errors"];
  return typeof errors === "object" ? Object.hasOwn(errors, key) : carriedErrors.includes(key);
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
