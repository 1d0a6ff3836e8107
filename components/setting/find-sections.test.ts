import { expect, test } from "vitest";
import { consoleFeatures } from "@/components/features";
import { allMessages } from "@/lib/client/load-messages";
import { locales } from "@/lib/shared/locales";
import { findPlaces, findSections, textAt, titleOf } from "./find-sections";

const [messages, german, japanese] = await Promise.all([
  allMessages.load("en"),
  allMessages.load("de"),
  allMessages.load("ja"),
]);
const sections = consoleFeatures.flatMap(({ settingSections = [] }) => settingSections);
const places = consoleFeatures.flatMap(({ settingPlaces = [] }) => settingPlaces);
const namesOf = (wanted: string, words = messages) => findSections(sections, words, wanted).map(({ id }) => id);

test("every section has a name in its words", () => {
  expect(sections.filter((section) => titleOf(section, messages) === section.words)).toEqual([]);
  expect(sections.filter((section) => titleOf(section, german) === section.words)).toEqual([]);
});

test.each([
  ["webdav", ["trash", "dav"]],
  ["OpenID connect", ["oidc"]],
  ["  Proxy HEADER ", ["proxy"]],
  ["no such setting anywhere", []],
])("finds sections by titles and descriptions: %j", (wanted, found) => {
  expect(namesOf(wanted)).toEqual(found);
});

test("finds all without a search, and neither capitals nor accents matter", () => {
  expect(namesOf("")).toHaveLength(sections.length);
  expect(namesOf("GESCHUTZTE pfade", german)).toEqual(["protected"]);
});

test.each([
  ["dark", ["defaults"], ["preferences"]],
  ["smtp", ["mail"], []],
  ["email", ["mail"], []],
  ["2fa", ["signIn"], ["factor"]],
  ["mfa", ["signIn"], ["factor"]],
  ["totp", ["signIn"], ["factor"]],
  ["retention", ["terminal", "backup", "trash"], ["audit", "metrics"]],
  ["ssl", ["mail", "https"], []],
  ["certificate", ["https"], []],
  ["logo", ["brand"], []],
  ["quota", [], ["quota"]],
  ["cors", ["proxy", "https"], []],
  ["recycle bin", ["trash"], []],
  ["ffmpeg", [], ["programs"]],
  ["update", [], ["updates", "changes"]],
  ["changelog", [], ["changes"]],
  ["invitation", [], ["invitations"]],
  ["quick command", [], ["quickCommands"]],
])("finds by what people type, in every language: %j", async (wanted, found, elsewhere) => {
  for (const locale of locales) {
    const words = await allMessages.load(locale);
    expect([locale, namesOf(wanted, words)]).toEqual([locale, expect.arrayContaining(found)]);
    const placesFound = findPlaces(places, words, wanted).map(({ id }) => id);
    expect([locale, placesFound]).toEqual([locale, expect.arrayContaining(elsewhere)]);
  }
});

test("finds by the words of the language as well", () => {
  expect(namesOf("dunkel", german)).toEqual(["defaults"]);
  expect(namesOf("Papierkorb Aufbewahrung", german)).toEqual(["trash"]);
  expect(namesOf("二段階認証", japanese)).toEqual(["signIn"]);
  expect(findPlaces(places, japanese, "クォータ").map(({ id }) => id)).toEqual(["quota"]);
});

test("sections and places have keywords, and places a name of their page, in every language", async () => {
  for (const locale of locales) {
    const words = await allMessages.load(locale);
    const all = [...sections, ...places];
    expect(all.filter((one) => textAt(`${one.words}.keywords`, words) === "").map(({ id }) => id)).toEqual([]);
    expect(all.filter((one) => titleOf(one, words) === one.words).map(({ id }) => id)).toEqual([]);
    expect(places.filter(({ page }) => textAt(page, words) === "").map(({ id }) => id)).toEqual([]);
  }
});

test("finds no places without a search", () => {
  expect(findPlaces(places, messages, " ")).toEqual([]);
});
