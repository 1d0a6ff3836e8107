import { createTranslator } from "next-intl";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { auditedActions } from "@/lib/contracts/audited-actions";
import { endReasons } from "@/lib/shared/end-reasons";
import { errorTable } from "@/lib/shared/error-table";
import { locales, type Locale } from "@/lib/shared/locales";
import { isBranch, type SomeMessages } from "@/lib/shared/messages";
import { permissionAreas, permissionNames } from "@/lib/shared/permissions";
import { allMessagesTexts } from "@/scripts/make-messages.mjs";
import { messages as de } from "./de";
import { messages as en } from "./en";
import { messages as es } from "./es";
import { messages as fr } from "./fr";
import { messages as ja } from "./ja";
import { messages as ko } from "./ko";
import { messages as ru } from "./ru";
import { messages as zh } from "./zh";

const all: Record<Locale, SomeMessages> = { en, zh, de, ja, ko, ru, fr, es };
const others = locales.filter((locale) => locale !== "en");

function flatten(messages: SomeMessages, path = ""): Map<string, string> {
  const entries = Object.entries(messages).flatMap(([key, value]): [string, string][] =>
    isBranch(value) ? [...flatten(value, `${path}${key}.`)] : [[path + key, String(value)]],
  );
  return new Map(entries);
}

const english = flatten(en);

/** One for each language: its formatters are made once. */
const translators = new Map(
  locales.map((locale) => [
    locale,
    createTranslator<Record<string, string>>({
      locale,
      messages: all[locale] as Record<string, string>, // each path is one of its keys
      onError: (error) => {
        throw error;
      },
    }),
  ]),
);

/** Each placeholder gets a number of its own, so that the words show which ones were used; `one` for the plurals. */
function render(locale: Locale, key: string, one: boolean): string {
  const names = new Set(Array.from((english.get(key) ?? "").matchAll(/\{(\w+)/g), ([, name]) => name ?? ""));
  const numbers = Object.fromEntries([...names].map((name, index) => [name, one ? 1 : 101 + index]));
  // Titles may say how many there are as well.
  const values = names.has("more") ? { count: one ? 1 : 100, ...numbers } : numbers;
  return translators.get(locale)?.(key, values) ?? "";
}

// A language may say “a.txt and 2 more” or “a.txt, 3 in all”: the first value stands for both.
const markersIn = (text: string) => new Set(text.replaceAll("100", "101").match(/1\d\d/g));
const englishMarkers = new Map([...english.keys()].map((key) => [key, markersIn(render("en", key, false))]));

describe.each(others)("%s", (locale) => {
  const own = flatten(all[locale]);

  it("has exactly the keys of English", () => {
    expect([...own.keys()].toSorted()).toEqual([...english.keys()].toSorted());
  });

  it("says the same values as English", () => {
    const said = new Map([...own.keys()].map((key) => [key, markersIn(render(locale, key, false))]));
    expect(said).toEqual(englishMarkers);
    expect([...own.keys()].filter((key) => render(locale, key, true) === "")).toEqual([]);
  });

  it("copies no sentence of English", () => {
    const copies = [...own].filter(([key, text]) => text.length > 12 && text === english.get(key));
    expect(copies.filter(([, text]) => !sameEverywhere.has(text))).toEqual([]);
  });
});

/** Words, and amounts that each language writes in its own way, that stand alike in several. */
const sameEverywhere = new Set([
  "{width} × {height} px",
  "{state} ({code})",
  "Administration",
  "Administrator",
  "Notifications",
  "Zoom: {percent}",
  "{fraction, number, ::percent}",
  "{kind}: {way}",
  "{name}: {value}",
  "{size} in {time}",
]);

describe("English", () => {
  it("uses the words of the screen: items and locations, usernames and setup, American spelling", () => {
    const banned =
      /\b(entry|entries|places?|user names?|set-up|please|for good|cancelled|minimise|licence|colour|cannot|may not|not whole|on the way|another program)\b/i;
    const found = [...english].filter(([, text]) => banned.test(text.replace(/\{\w+/g, "")));
    expect(found.filter(([key]) => key !== "ui.cannotBeEmpty")).toEqual([]); // these words were asked for
  });

  it("sets curly apostrophes and quotes", () => {
    expect([...english].filter(([, text]) => /['"]/.test(text))).toEqual([]);
  });

  it("speaks of one deleted item as it, of several as them", () => {
    const said = [true, false].map((one) => render("en", "file.delete.kept", one));
    expect(said.map((text) => /\b(it|them)\b/.exec(text)?.[1])).toEqual(["it", "them"]);
  });

  it("ends an error of several sentences with a full stop, and one of a single sentence with none", () => {
    const errors = Object.entries(en.errors).map(
      ([key, text]) => [key, text, text.split(/[.:] (?=[A-Z])/).length] as const,
    );
    expect(errors.filter(([, text, sentences]) => text.endsWith(".") === (sentences === 1))).toEqual([]);
  });
});

it("has a name for every action that the audit log records, and no other", () => {
  expect(Object.keys(en.audit.actions).toSorted()).toEqual(auditedActions.map(({ name }) => name).toSorted());
  const areas = auditedActions.map(({ name }) => name.split("/")[0]);
  expect(new Set(Object.keys(en.audit.areas))).toEqual(new Set(areas));
});

it("has words for every reason to end a session", () => {
  expect(endReasons.filter((reason) => !english.get(`auth.ended.${reason}`))).toEqual([]);
});

it("has words for every failure, permission and area", () => {
  const needed = [
    ...Object.keys(errorTable).map((key) => `errors.${key}`),
    ...permissionNames.flatMap((name) => [`permissions.${name}.name`, `permissions.${name}.description`]),
    ...permissionAreas.map((area) => `permissionAreas.${area}`),
  ];
  expect(needed.filter((key) => !english.get(key))).toEqual([]);
});

it("puts together exactly the files of each language", () => {
  const written = allMessagesTexts().map(({ file }) => ({ file, text: readFileSync(file, "utf8") }));
  expect(written).toEqual(allMessagesTexts());
  expect(written).toHaveLength(locales.length);
});
