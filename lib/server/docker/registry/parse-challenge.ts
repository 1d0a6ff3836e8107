export type Challenge = { scheme: string; params: ReadonlyMap<string, string> };

/** Longer ones are cut: a text without an end costs the square of its length. */
const maxChars = 4_096;
const word = /([\w!#$%&'*+.^`|~-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s",]*)))?/g;

/** Ways to sign in that a server offers in `WWW-Authenticate` (RFC 9110 §11.6.1), several of them with commas between; names in lower case. */
export function parseChallenges(header: string): Challenge[] {
  const found: { scheme: string; params: Map<string, string> }[] = [];
  for (const [, name = "", quoted, plain] of header.slice(0, maxChars).matchAll(word)) {
    const value = quoted?.replaceAll(/\\(.)/g, "$1") ?? plain;
    if (value === undefined) found.push({ scheme: name.toLowerCase(), params: new Map() });
    else found.at(-1)?.params.set(name.toLowerCase(), value);
  }
  return found;
}
