import { productName } from "./look";
import type { SomeMessages } from "./messages";

/** From the first sign on that ICU would read as its own. */
const special = /[{}<].*$/;
const final = /[가-힣]$/;
/** Korean says what a word does by a syllable that follows its last sound: those after a consonant, and after a vowel. */
const particles: Readonly<Record<string, string>> = { 이: "가", 은: "는", 을: "를", 과: "와" };
const mention = new RegExp(`${productName}([${Object.keys(particles).join("")}](?![가-힣]))?`, "g");

/** The last name by which each was called. */
const called = new WeakMap<SomeMessages, { name: string; named: SomeMessages }>();

/**
 * The words of an installation that has a name of its own: it stands where they name the product. The same object for the same words
 * and name, until they are called by another.
 */
export function callBy<T extends SomeMessages>(messages: T, name: string): T {
  if (name === productName) return messages;
  const known = called.get(messages);
  const named = known?.name === name ? known.named : replaceName(messages, name);
  called.set(messages, { name, named });
  return named as T; // the same keys
}

function replaceName(messages: SomeMessages, name: string): SomeMessages {
  const written = name.replaceAll("'", "''").replace(special, "'$&'");
  const put = (text: string) =>
    text.replaceAll(mention, (_, particle?: string) =>
      particle === undefined ? written : `${written}${particleAfter(name, particle)}`,
    );
  const walk = (below: SomeMessages): SomeMessages =>
    Object.fromEntries(
      Object.entries(below).map(([key, value]) => [key, typeof value === "string" ? put(value) : walk(value)]),
    );
  return walk(messages);
}

/** Of a name in other letters nobody knows the sound: both are written, as Korean does then. */
function particleAfter(name: string, afterConsonant: string): string {
  const afterVowel = particles[afterConsonant] ?? "";
  if (!final.test(name)) return `${afterConsonant}(${afterVowel})`;
  // Syllables are in blocks of 28 by their last consonant, the first of which has none.
  return (name.charCodeAt(name.length - 1) - 0xac00) % 28 === 0 ? afterVowel : afterConsonant;
}
