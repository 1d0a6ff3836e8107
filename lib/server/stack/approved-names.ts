import { posix } from "node:path";
import { fullName } from "@/lib/shared/image-reference";
import { limits } from "@/lib/server/base/limits";
import type { KeptNames, PlannedService } from "@/lib/server/docker/kept-names";
import { hostFiles } from "@/lib/server/process/account-files";
import { approvedTexts } from "./approvals";
import type { ComposeFacts } from "./compose-facts";
import { readFacts } from "./read-facts";

/** By the digest of what was approved, which never changes. */
const known = new Map<string, ComposeFacts | null>();

/** What the approved stacks call their images and volumes, and what their images are built of. */
export async function approvedNames(): Promise<KeptNames> {
  const images = new Set<string>();
  const patterns: RegExp[] = [];
  const volumes = new Set<string>();
  const services: PlannedService[] = [];
  for (const { name, folder, digest, read } of approvedTexts()) {
    let facts = known.get(digest);
    if (facts === undefined) {
      const text = await read();
      facts = text === null ? null : ((await readFacts([text]))[0] ?? null);
      if (known.size >= limits.approvedStacks) known.clear();
      // One that could not be read now may be read later.
      if (facts !== null) known.set(digest, facts);
    }
    if (facts === null) continue;
    for (const image of imagesOf(facts, name)) images.add(fullName(image) ?? "");
    for (const one of facts.volumes) volumes.add(volumeOf(one, name));
    services.push(...plannedOf(facts, name));
    for (const file of facts.dockerfiles)
      patterns.push(...basesOf((await hostFiles.read(posix.resolve(folder, file))) ?? "", facts.buildValues));
  }
  const hasImage = (reference: string) => {
    const full = fullName(reference);
    return full !== null && (images.has(full) || patterns.some((pattern) => pattern.test(full)));
  };
  return { hasImage, volumes, services };
}

const volumeOf = ({ key, name }: ComposeFacts["volumes"][number], project: string) => name ?? `${project}_${key}`;

function plannedOf({ reaches, volumes }: ComposeFacts, project: string): PlannedService[] {
  const names = new Map(volumes.map((one) => [one.key, volumeOf(one, project)]));
  return reaches.map(({ name: service, isPlain, binds, volumes: used, joins }) => ({
    project,
    service,
    isPlain,
    binds,
    volumes: used.map(({ key, isWritable }) => ({ name: names.get(key) ?? `${project}_${key}`, isWritable })),
    joins,
  }));
}

/** Compose has put its names together by a dash, and by an underscore before. */
const imagesOf = ({ images, built }: ComposeFacts, project: string) => [
  ...images,
  ...built.flatMap(({ service, names, isNamed }) =>
    isNamed ? names : [...names, `${project}-${service}`, `${project}_${service}`],
  ),
];

/**
 * What a Dockerfile takes from other images, as patterns of their full names. `values`: of variables that Compose sets; one that is a whole name may be any of them, or what
 * the Dockerfile says, and one within a name stands for anything.
 */
export function basesOf(dockerfile: string, values: readonly string[]): RegExp[] {
  const lines = dockerfile.replaceAll(/\\\r?\n/g, " ").split("\n");
  const defaults = lines.flatMap((line) => /^\s*ARG\s+\w+=["']?([^\s"']+)/i.exec(line)?.[1] ?? []);
  const stages = new Set(lines.flatMap((line) => /^\s*FROM\s.*\sAS\s+(\S+)/i.exec(line)?.[1]?.toLowerCase() ?? []));
  const names = lines.flatMap((line) => [
    /^\s*FROM\s+(?:--\S+\s+)*(\S+)/i.exec(line)?.[1] ?? "",
    ...[...line.matchAll(/(?:--from=|,from=)["']?([^\s,"']+)/gi)].map(([, one = ""]) => one),
  ]);
  const isWhole = (name: string) => name.startsWith("$");
  const whole = names.some(isWhole) ? [...values, ...defaults] : [];
  return [...names.filter((name) => !isWhole(name) && !stages.has(name.toLowerCase())), ...whole].flatMap(patternOf);
}

const anything = "placeholder0of0a0variable";

function patternOf(name: string): RegExp[] {
  const full = fullName(name.replaceAll(/\$\{[^}]*\}|\$\w+/g, anything));
  if (full === null) return [];
  return [new RegExp(`^${full.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`).replaceAll(anything, ".*")}$`)];
}
