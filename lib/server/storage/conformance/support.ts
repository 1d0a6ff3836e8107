import { expect } from "vitest";
import { isAppError, type ErrorKey } from "@/lib/shared/errors";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Scope } from "@/lib/server/storage/scope";
import type { Entry, Storage, TreeOptions } from "@/lib/server/storage/storage";

/** Limits of an actor, in paths below the fixture's root; "" is the root itself. */
export type Limits = Partial<Scope> & { protectedPaths?: string[] };

/** A storage to be tried, with an empty root whose id is `r`, and a view on it that does not go through it. */
export type StorageFixture = {
  storage: Storage;
  limited: (limits: Limits) => Storage;
  /** Names really in a folder of the root, own temporary files included, sorted. */
  truth: (folder: string) => Promise<string[]>;
  /** Adapters that have symbolic links: makes one below the root. Texts may begin with `outside`, a folder out of reach. */
  makeLink?: (text: string, path: string) => Promise<void>;
  /** Everything outside the root as one text, to see that nothing was read or changed; with {@link makeLink}. */
  outside?: { path: string; fingerprint: () => Promise<string> };
  /** How exactly it keeps times, which are cut to it; one millisecond, unless said otherwise. */
  timeStepMs?: number;
  close: () => Promise<void>;
};

/** What a fixture's storage makes of a time. */
export function keptTime({ timeStepMs = 1 }: StorageFixture, timeMs: number): number {
  return Math.floor(timeMs / timeStepMs) * timeStepMs;
}

export type MakeFixture = () => Promise<StorageFixture>;

/** A path below the root, from a literal. */
export function at(path: string): VirtualPath {
  const parsed = parseVirtualPath(path === "" ? "r" : `r/${path}`);
  if (parsed === null) throw new Error(`not a path: ${path}`);
  return parsed;
}

export async function* bytesOf(...chunks: (string | Uint8Array)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) yield typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

export async function put(storage: Storage, path: string, content = path): Promise<void> {
  await storage.write(at(path), bytesOf(content), { conflict: "replace", replaced: null });
}

export async function readText(storage: Storage, path: string): Promise<string> {
  const file = await storage.open(at(path));
  try {
    const chunks: Buffer[] = [];
    for await (const chunk of file.stream()) chunks.push(Buffer.from(chunk as Uint8Array)); // a byte stream
    return Buffer.concat(chunks).toString("utf8");
  } finally {
    await file.close();
  }
}

export async function listAll(storage: Storage, folder: string): Promise<Entry[]> {
  const entries: Entry[] = [];
  for await (const page of storage.list(at(folder))) entries.push(...page);
  return entries;
}

export async function listNames(storage: Storage, folder: string): Promise<string[]> {
  return (await listAll(storage, folder)).map((entry) => entry.name as string).sort();
}

/** The key of the failure, or "done". */
export async function outcomeOf(work: Promise<unknown>): Promise<ErrorKey | "done"> {
  try {
    await work;
    return "done";
  } catch (error) {
    if (!isAppError(error)) throw error;
    expect(JSON.stringify([error.params, error.detail ?? null])).not.toMatch(/"\/|\/proc/);
    return error.key;
  }
}

export function treeOptions(conflict: TreeOptions["conflict"] = "fail"): TreeOptions {
  return { conflict, replaced: null, signal: new AbortController().signal };
}
