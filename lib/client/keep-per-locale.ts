import type { Locale } from "@/lib/shared/locales";

/** React asks again when it hears of a failure, and must find the same one, or it would wait for ever. */
const rememberFailureMs = 1000;

/** What is read once for a language. */
export type KeptPerLocale<T> = {
  /** What has come. */
  loaded: (locale: Locale) => T | undefined;
  /** The same promise for all who ask; a failure is forgotten after a second, and the next who asks has it read anew. */
  load: (locale: Locale) => Promise<T>;
  /** Calls back when another one has come; answers how to end that. */
  subscribe: (listener: () => void) => () => void;
};

export function keepPerLocale<T>(read: (locale: Locale) => Promise<T>): KeptPerLocale<T> {
  const loaded = new Map<Locale, T>();
  const loading = new Map<Locale, Promise<T>>();
  const listeners = new Set<() => void>();

  const begin = async (locale: Locale) => {
    try {
      const value = await read(locale);
      loaded.set(locale, value);
      for (const listener of listeners) listener();
      return value;
    } catch (error) {
      setTimeout(() => loading.delete(locale), rememberFailureMs);
      throw error;
    }
  };
  return {
    loaded: (locale) => loaded.get(locale),
    load: (locale) => {
      const reading = loading.get(locale) ?? begin(locale);
      loading.set(locale, reading);
      return reading;
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener); // whether it was there is of no interest
    },
  };
}
