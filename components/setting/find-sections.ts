import type { SettingSection } from "@/components/registry/feature";
import type { SomeMessages } from "@/lib/shared/messages";

type Worded = Pick<SettingSection, "words">;

/** The sections in whose words, titles and descriptions alike, each word of the search is found; all for an empty one. */
export function findSections<S extends Worded>(sections: readonly S[], messages: SomeMessages, wanted: string): S[] {
  const parts = plain(wanted)
    .split(/\s+/)
    .filter((part) => part !== "");
  return sections.filter(({ words }) => {
    const text = plain(textsAt(messages, words).join("\n"));
    return parts.every((part) => text.includes(part));
  });
}

/** What a section is called. */
export function titleOf({ words }: Worded, messages: SomeMessages): string {
  const own = valueAt(messages, words);
  const title = typeof own === "object" ? own["title"] : undefined;
  return typeof title === "string" ? title : words;
}

function textsAt(messages: SomeMessages, path: string): string[] {
  const texts = (value: string | SomeMessages | undefined): string[] => {
    if (value === undefined) return [];
    return typeof value === "string" ? [value] : Object.values(value).flatMap(texts);
  };
  return texts(valueAt(messages, path));
}

function valueAt(messages: SomeMessages, path: string): string | SomeMessages | undefined {
  let found: string | SomeMessages | undefined = messages;
  for (const key of path.split(".")) found = typeof found === "object" ? found[key] : undefined;
  return found;
}

/** Without capitals, accents and widths. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{Diacritic}/gu, "")
    .toLowerCase();
}
