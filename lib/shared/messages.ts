/** A text with values in it as browsers get it: parsed when the program is built (scripts/make-messages.mjs). */
export type CompiledText = readonly unknown[];
/** Words by their keys; `Messages` of messages/en.ts are those of the whole screen. */
export type SomeMessages = { readonly [key: string]: string | CompiledText | SomeMessages };

/** Whether words lie below, and it is no text. */
export function isBranch(value: SomeMessages[string] | undefined): value is SomeMessages {
  return typeof value === "object" && !Array.isArray(value);
}

/** The words of both; where both have one, those of `over`. */
export function mergeMessages(under: SomeMessages, over: SomeMessages): SomeMessages {
  const merged: Record<string, SomeMessages[string]> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const below = under[key];
    merged[key] = isBranch(value) && isBranch(below) ? mergeMessages(below, value) : value;
  }
  return merged;
}

/** What lies at the paths: a file of words (`auth`), a part of it (`account.preferences`) or one text (`ui.retry`). Throws where there is none. */
export function pickMessages(messages: SomeMessages, paths: readonly string[]): SomeMessages {
  return paths.map((path) => pickOne(messages, path)).reduce(mergeMessages, {});
}

function pickOne(messages: SomeMessages, path: string): SomeMessages {
  const keys = path.split(".");
  let found: SomeMessages[string] | undefined = messages;
  for (const key of keys) found = isBranch(found) ? found[key] : undefined;
  if (found === undefined) throw new Error(`There are no words at ${path}`);
  return keys.reduceRight<SomeMessages[string]>((below, key) => ({ [key]: below }), found) as SomeMessages; // there is at least one key
}
