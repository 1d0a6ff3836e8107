import type { SettingPlace, SettingSection } from "@/components/registry/feature";
import { isBranch, type SomeMessages } from "@/lib/shared/messages";

type Worded = Pick<SettingSection, "words" | "terms">;

/** The sections in whose words, from titles to keywords, or terms each word of the search is found; all for an empty one. */
export function findSections<S extends Worded>(sections: readonly S[], messages: SomeMessages, wanted: string): S[] {
  const parts = partsOf(wanted);
  return sections.filter(({ words, terms = [] }) => hasAll(parts, [...textsAt(messages, words), ...terms]));
}

/** The places in whose title, keywords, or terms each word of the search is found; none for an empty one. */
export function findPlaces<P extends Pick<SettingPlace, "words" | "terms">>(
  places: readonly P[],
  messages: SomeMessages,
  wanted: string,
): P[] {
  const parts = partsOf(wanted);
  if (parts.length === 0) return [];
  return places.filter(({ words, terms = [] }) =>
    hasAll(parts, [...textsAt(messages, `${words}.title`), ...textsAt(messages, `${words}.keywords`), ...terms]),
  );
}

function partsOf(wanted: string): string[] {
  return plain(wanted)
    .split(/\s+/)
    .filter((part) => part !== "");
}

function hasAll(parts: readonly string[], texts: readonly string[]): boolean {
  const text = plain(texts.join("\n"));
  return parts.every((part) => text.includes(part));
}

/** What a section is called. */
export function titleOf({ words }: Pick<Worded, "words">, messages: SomeMessages): string {
  const own = valueAt(messages, words);
  const title = isBranch(own) ? own["title"] : undefined;
  return typeof title === "string" ? title : words;
}

/** The text of this path; empty where there is none. */
export function textAt(path: string, messages: SomeMessages): string {
  const text = valueAt(messages, path);
  return typeof text === "string" ? text : "";
}

function textsAt(messages: SomeMessages, path: string): string[] {
  const texts = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return typeof value === "object" && value !== null ? Object.values(value).flatMap(texts) : [];
  };
  return texts(valueAt(messages, path));
}

function valueAt(messages: SomeMessages, path: string): SomeMessages[string] | undefined {
  let found: SomeMessages[string] | undefined = messages;
  for (const key of path.split(".")) found = isBranch(found) ? found[key] : undefined;
  return found;
}

/** Without capitals, accents and widths. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}
