/** Words by their keys; `Messages` of messages/en.ts are those of the whole screen. */
export type SomeMessages = { readonly [key: string]: string | SomeMessages };

/** The words of both; where both have one, those of `over`. */
export function mergeMessages(under: SomeMessages, over: SomeMessages): SomeMessages {
  const merged: Record<string, string | SomeMessages> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = under[key];
    merged[key] = typeof value === "object" && typeof below === "object" ? mergeMessages(below, value) : value;
  }
  return merged;
}

/** What lies at the paths: a file of words (`auth`), a part of it (`account.preferences`) or one text (`ui.retry`). Throws where there is none. */
export function pickMessages(messages: SomeMessages, paths: readonly string[]): SomeMessages {
  return paths.map((path) => pickOne(messages, path)).reduce(mergeMessages, {});
}

function pickOne(messages: SomeMessages, path: string): SomeMessages {
  const keys = path.split(".");
  let found: string | SomeMessages | undefined = messages;
  for (const key of keys) found = typeof found === "object" ? found[key] : undefined;
  if (found === undefined) throw new Error(`There are no words at ${path}`);
  return keys.reduceRight<string | SomeMessages>((below, key) => ({ [key]: below }), found) as SomeMessages; // there is at least one key
}
