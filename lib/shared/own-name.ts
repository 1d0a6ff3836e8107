import { productName } from "./look";
import type { SomeMessages } from "./messages";

/** From the first sign on that ICU would read as its own. */
const special = /[{}<].*$/;
const final = /[가-힣]$/;
/** Korean says what a word does by a syllable that follows its last sound: those after a consonant, and after a vowel. */
const particles: Readonly<Record<string, string>> = { 이: "가", 은: "는", 을: "를", 과: "와" };
const mention = new RegExp(`${productName}([${Object.keys(particles).join("")}](?![가-힣]))?`, "g");

/** As they are written, or as browsers get them: there nothing of a name is read as ICU's own. */
export type WordsForm = "source" | "compiled";

/** The last name by which each was called. */
const called = new WeakMap<SomeMessages, { name: string; named: SomeMessages }>();

/**
 * The words of an installation that has a name of its own: it stands where they name the product. The same object for the same words
 * and name, until they are called by another.
 */
export function callBy<T extends SomeMessages>(messages: T, name: string, form: WordsForm): T {
  if (name === productName) return messages;
  const known = called.get(messages);
  const named = known?.name === name ? known.named : replaceName(messages, name, form);
  called.set(messages, { name, named });
  return named as T; // the same keys
}

function replaceName(messages: SomeMessages, name: string, form: WordsForm): SomeMessages {
  const written = form === "compiled" ? name : name.replaceAll("'", "''").replace(special, "'$&'");
  const put = (text: string) =>
    text.replaceAll(mention, (_, particle?: string) =>
      particle === undefined ? written : `${written}${particleAfter(name, particle)}`,
    );
  // In compiled texts the names of values and tags are strings as well: none is the product's.
  const walk = (value: unknown): unknown => {
    if (typeof value === "string") return put(value);
    if (Array.isArray(value)) return value.map(walk);
    if (typeof value !== "object" || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, below]) => [key, walk(below)]));
  };
  return walk(messages) as SomeMessages; // the same shape
}

/** Of a name in other letters nobody knows the sound: both are written, as Korean does then. */
function particleAfter(name: string, afterConsonant: string): string {
  const afterVowel = particles[afterConsonant] ?? "";
  if (!final.test(name)) return `${afterConsonant}(${afterVowel})`;
  // Syllables are in blocks of 28 by their last consonant, the first of which has none.
  return (name.charCodeAt(name.length - 1) - 0xac00) % 28 === 0 ? afterVowel : afterConsonant;
}
