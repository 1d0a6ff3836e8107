import { expect, test } from "vitest";
import { consoleFeatures } from "@/components/features";
import { loadMessages } from "@/lib/client/load-messages";
import { findSections, titleOf } from "./find-sections";

const [messages, german] = await Promise.all([loadMessages("en"), loadMessages("de")]);
const sections = consoleFeatures.flatMap(({ settingSections = [] }) => settingSections);
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
