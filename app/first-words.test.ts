import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { consoleFeatures } from "@/components/features";
import { filePageStarts, walkImports } from "@/scripts/walk-imports.mjs";
import { permissionNames } from "@/lib/shared/permissions";
import { locales, type Locale } from "@/lib/shared/locales";
import { isBranch, mergeMessages, type SomeMessages } from "@/lib/shared/messages";
import paths from "@/messages/first-words.json";
import { compileWords, splitWords } from "@/scripts/make-messages.mjs";

/** What each language may take, gzipped: words that the file page does not begin with are loaded with what says them. */
const maxKilobytes: Record<Locale, number> = { en: 10.5, zh: 11, de: 12, ja: 12, ko: 11.5, ru: 13.5, fr: 12, es: 11.5 };

async function wordsOf(locale: Locale) {
  const { messages } = (await import(`../messages/${locale}.ts`)) as { messages: SomeMessages };
  return { messages, ...splitWords(messages, paths) };
}

function textsIn(words: SomeMessages, above = ""): string[] {
  return Object.entries(words).flatMap(([key, value]) =>
    isBranch(value) ? textsIn(value, `${above}${key}.`) : [above + key],
  );
}

/** What is imported to be called has the words of its caller; parts of the page have all. */
const codeLater = /\b(?:await|void)\s+import\("([^"]+)"\)/g;
/** What stands around other pages has no more words either. */
const starts = [...filePageStarts, "components/registry/feature-page.tsx", "app/not-found-in-console.tsx"];
const firstFiles = [
  ...walkImports(starts, (text) =>
    [...text.matchAll(codeLater)].map(([, specifier = ""]) => specifier),
  ).importers.keys(),
];
const sourceOf = (file: string) => readFileSync(file, "utf8");

/** The texts that a file says of one translator; `*` for what only the running code knows, the whole namespace where nothing can be read. */
function saidBy(source: string, name: string, namespace: string): string[] {
  const calls = [...source.matchAll(new RegExp(`\\b${name}(?:\\.\\w+)?\\(([^;\\n]*)`, "g"))].map(([, rest = ""]) =>
    rest.slice(0, /[,)](?![^`]*`\))/.exec(rest)?.index),
  );
  const keys = calls.flatMap((call) => [...call.matchAll(/["`]([^"`]+)["`]/g)].map(([, key = ""]) => key));
  return (keys.length === 0 ? ["*"] : keys).map((key) => `${namespace}.${key.replaceAll(/\$\{[^}]*\}/g, "*")}`);
}

/** It looks in the whole language where the page has not its words, and has that loaded. */
const asksForAnything = new Set(["components/layout/use-error-text.ts"]);

function saidIn(file: string): string[] {
  if (asksForAnything.has(file)) return [];
  const source = sourceOf(file);
  const named = [...source.matchAll(/(\w+) = useTranslations\("([^"]+)"\)/g)].flatMap(([, name = "", namespace = ""]) =>
    paths.includes(namespace) ? [] : saidBy(source, name, namespace),
  );
  const plain = [...source.matchAll(/\bsay\("([^"]+)"/g)].map(([, key = ""]) => key);
  const errors = [...source.matchAll(/new AppError\("([^"]+)"/g)].map(([, key = ""]) => `errors.${key}`);
  return [...named, ...plain, ...errors];
}

describe("the first words", async () => {
  const { messages, first } = await wordsOf("en");
  const [all, own] = [textsIn(messages), new Set(textsIn(first))];
  /** The texts at a path that are not among the first words; the path itself where there are none at all. */
  const missingAt = (path: string) => {
    const pattern = new RegExp(`^${path.replaceAll(".", "\\.").replaceAll("*", ".*")}(?:\\.|$)`);
    const texts = all.filter((text) => pattern.test(text));
    return texts.length === 0 ? [path] : texts.filter((text) => !own.has(text));
  };

  test("are all that the file page's own code says", () => {
    expect(firstFiles.length).toBeGreaterThan(300);
    const said = firstFiles.map((file) => ({ file, texts: saidIn(file) }));
    expect(said.flatMap(({ texts }) => texts).length).toBeGreaterThan(10);
    const missing = said.map(({ file, texts }) => ({ file, texts: texts.flatMap(missingAt) }));
    expect(missing.filter(({ texts }) => texts.length > 0)).toEqual([]);
  });

  test("name what features put on every page: places, tasks, actions; and permissions", () => {
    const navigation = consoleFeatures.flatMap(({ nav = [] }) => nav.map(({ label }) => label));
    const tasks = consoleFeatures.flatMap(({ tasks = [] }) => tasks.map(({ words }) => words));
    const actions = consoleFeatures.flatMap(({ entryActions = [] }) => entryActions.map(({ id }) => id));
    const ofFeatures = [...navigation, ...tasks, ...actions].filter((path) => path.includes("."));
    expect(ofFeatures.length).toBeGreaterThan(20);
    const permissions = permissionNames.map((name) => `permissions.${name}.name`);
    expect([...ofFeatures, ...permissions].flatMap(missingAt)).toEqual([]);
  });
});

describe.each(locales)("the first words in %s", (locale) => {
  test("are with the rest all words of the language", async () => {
    const { messages, first, rest } = await wordsOf(locale);
    expect(mergeMessages(first, rest)).toEqual(messages);
    const of = new Set(textsIn(first));
    expect(textsIn(rest).filter((text) => of.has(text))).toEqual([]);
  });

  test("are few", async () => {
    const { first } = await wordsOf(locale);
    const kilobytes = gzipSync(JSON.stringify(compileWords(first))).length / 1000;
    expect({ kilobytes }).toEqual({ kilobytes: Math.min(kilobytes, maxKilobytes[locale]) });
  });
});

test("a path that leads to nothing is told", () => {
  expect(() => splitWords({ a: { b: "1" } }, ["a.c"])).toThrow("a.c");
  expect(splitWords({ a: { b: "1", c: "2" }, d: { b: "3" } }, ["*.b"])).toEqual({
    first: { a: { b: "1" }, d: { b: "3" } },
    rest: { a: { c: "2" } },
  });
  expect(splitWords({ a: { b: "1" }, d: { b: "3" } }, ["*.b", "!d.b"]).rest).toEqual({ d: { b: "3" } });
});
