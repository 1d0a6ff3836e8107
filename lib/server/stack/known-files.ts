import { hostFiles } from "@/lib/server/process/account-files";
import type { ComposeFacts } from "./compose-facts";
import { readFacts } from "./read-facts";

/** What was read of a file, as long as it is the same: a list of stacks looks at all of them every few seconds. */
const texts = new Map<string, { stamp: string; text: string }>();
const known = new Map<string, { stamp: string; facts: ComposeFacts | null }>();
const mostKnown = 2_000;

export async function textOfFile(path: string, stamp: string): Promise<string> {
  const kept = texts.get(path);
  if (kept?.stamp === stamp) return kept.text;
  const text = (await hostFiles.read(path)) ?? "";
  if (texts.size >= mostKnown) texts.clear();
  texts.set(path, { stamp, text });
  return text;
}

/** Of each Compose file; null for one that cannot be read. */
export async function factsOfFiles(paths: readonly string[]): Promise<(ComposeFacts | null)[]> {
  const stamps = await hostFiles.stampsOf(paths);
  return Promise.all(
    paths.map(async (path) => {
      const stamp = stamps.get(path);
      if (stamp === undefined) return null;
      const kept = known.get(path);
      if (kept?.stamp === stamp) return kept.facts;
      const text = await hostFiles.read(path);
      const [facts = null] = text === null ? [] : await readFacts([text]);
      if (known.size >= mostKnown) known.clear();
      known.set(path, { stamp, facts });
      return facts;
    }),
  );
}

/** The services of these files, and whether images of any are built; null where not all are known. */
export async function servicesOfFiles(
  paths: readonly string[],
): Promise<{ services: readonly string[]; profiles: ReadonlyMap<string, readonly string[]>; builds: boolean } | null> {
  const services = new Set<string>();
  const profiles = new Map<string, readonly string[]>();
  let builds = false;
  for (const facts of await factsOfFiles(paths)) {
    if (facts === null || facts.includes) return null;
    for (const name of facts.services) services.add(name);
    // Later files add to earlier ones.
    for (const [name, more] of facts.profiles)
      profiles.set(name, [...new Set([...(profiles.get(name) ?? []), ...more])]);
    builds ||= facts.built.length > 0;
  }
  return { services: [...services], profiles, builds };
}

/** The variables for Compose itself in an environment file: they are written on one line. */
export function variablesIn(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [, name = "", value = ""] of text.matchAll(
    /^[ \t]*(?:export[ \t]+)?(COMPOSE_[A-Z_]+)[ \t]*=[ \t]*([^\r\n]*)/gm,
  )) {
    const trimmed = value.trim();
    const [, quoted] = /^(?:"([^"]*)"|'([^']*)')/.exec(trimmed) ?? [];
    const plain = trimmed.replace(/^'|'$/g, "");
    const note = plain.search(/\s#/);
    found.set(name, quoted ?? (note < 0 ? plain : plain.slice(0, note)));
  }
  return found;
}
