export type Messages = { readonly [key: string]: string | Messages };

/** The messages of a language over those of the fallback, so that a missing text is Chinese and not a key (spec §1). */
export function mergeMessages(fallback: Messages, own: Messages): Messages {
  const merged: Record<string, string | Messages> = { ...fallback };
  for (const [key, value] of Object.entries(own)) {
    const below = fallback[key];
    merged[key] = typeof value === "object" && typeof below === "object" ? mergeMessages(below, value) : value;
  }
  return merged;
}
