import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { fileOf } from "@/scripts/walk-imports.mjs";
import { allMessages } from "@/lib/client/load-messages";
import { locales } from "@/lib/shared/locales";
import { pickMessages } from "@/lib/shared/messages";
import { visitorFeatures } from "@/components/visitor-features";
import { authPages, everyPage, invitePages, sharePages } from "./carried-words";

const imports = /(?:\bfrom\s+|\bimport\(\s*|^import\s+)"([^"]+)"/gm;
const asked = /useTranslations\(\s*(?:"([^"]*)")?/g;
/** The one looks in the whole language where the page has not its words, the other has those that features name: of a share none has tasks. */
const asksForAnything = new Set(["components/layout/use-error-text.ts", "components/layout/task-kind.ts"]);

/** All files that a page may load, now or later, and which words they ask for. */
function wordsAskedFrom(start: string): { path: string; file: string }[] {
  const files = new Set([start]);
  const found: { path: string; file: string }[] = [];
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    for (const [, specifier = ""] of text.matchAll(imports)) {
      const target = fileOf(file, specifier);
      if (target !== null) files.add(target);
    }
    if (asksForAnything.has(file)) continue;
    for (const [, asks] of text.matchAll(asked)) found.push({ path: asks ?? "?", file });
  }
  return found;
}

/** What comes with the viewers that say so, and is in no page. */
const withViewers = visitorFeatures
  .filter(({ viewers = [] }) => viewers.length > 0 && viewers.every(({ ownWords }) => ownWords))
  .flatMap(({ messages = [] }): readonly string[] => messages);

const pages = [
  { name: "sign-in", start: "components/user/sign-in/sign-in-page.tsx", words: authPages },
  { name: "setup", start: "components/user/sign-in/setup-page.tsx", words: authPages },
  { name: "second factor", start: "components/user/factor/factor-page.tsx", words: authPages },
  { name: "invitation", start: "components/user/invitation/invite-page.tsx", words: invitePages },
  { name: "share", start: "app/s/[share]/visitor-frame.tsx", words: sharePages, later: withViewers },
];

describe.each(pages)("the pages of $name", ({ start, words, later = [] }) => {
  const carried = [...everyPage, ...words];

  test("carry some of all the words that they ask for", () => {
    const asked = wordsAskedFrom(start);
    expect(asked.length).toBeGreaterThan(3);
    const covers = (one: string) =>
      [...carried, ...later].some((path) => one === path || one.startsWith(`${path}.`) || path.startsWith(`${one}.`));
    expect(asked.filter(({ path }) => !covers(path))).toEqual([]);
  });

  test.each(locales)("carry no more than 5.5 KB of words in %s", async (locale) => {
    const messages = pickMessages(await allMessages.load(locale), carried);
    expect(gzipSync(JSON.stringify(messages)).length).toBeLessThan(5.5 * 1024);
  });
});

test("a share's page has words for all its features", () => {
  const needed = visitorFeatures.flatMap(({ messages = [] }) => messages);
  const has = (name: string) =>
    [...sharePages, ...withViewers].some((path) => path === name || path.startsWith(`${name}.`));
  expect(needed.filter((name) => !has(name))).toEqual([]);
});
