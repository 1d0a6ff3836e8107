import { AppError, isAppError } from "@/lib/shared/errors";
import { joinVirtualPath, nameToBytes, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { paxHeader, tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { limits } from "@/lib/server/base/limits";
import type { Entry, Storage } from "@/lib/server/storage/storage";
import { parseIgnore, type Ignored } from "./ignore-patterns";

const ignoreName = ".dockerignore" as EntryName; // a name without a slash

type Options = { dockerfile: string; signal: AbortSignal };
type Met = { path: VirtualPath; name: string; entry: Entry };

/**
 * A tar of what is in a folder, as the caller sees it and without what its `.dockerignore` leaves out; links and devices are left out as well. The Dockerfile is in it whatever
 * the patterns say, as with Docker's own client. Throws docker/context-too-large, and what storage throws.
 */
export async function* buildContext(
  storage: Storage,
  folder: VirtualPath,
  { dockerfile, signal }: Options,
): AsyncGenerator<Uint8Array, void> {
  const ignored = await readIgnored(storage, folder);
  const left = { entries: limits.buildContext.entries, bytes: limits.buildContext.bytes };
  for await (const { path, name, entry } of walk(storage, { folder, ignored, dockerfile, signal })) {
    if (--left.entries < 0) throw tooLarge();
    const { kind, mode, mtimeMs } = entry;
    if (kind === "folder") {
      yield header({ name: `${name}/`, mode, mtimeMs, sizeBytes: 0, type: "5" });
      continue;
    }
    const file = await storage.open(path);
    try {
      const { sizeBytes } = file.stat;
      if ((left.bytes -= sizeBytes) < 0) throw tooLarge();
      yield header({ name, mode, mtimeMs, sizeBytes, type: "0" });
      let sentBytes = 0;
      for await (const chunk of file.stream()) {
        const bytes = chunk as Uint8Array; // a byte stream
        sentBytes += bytes.length;
        yield bytes;
      }
      if (sentBytes !== sizeBytes) throw new AppError("file/changed");
      yield new Uint8Array(tarPadding(sizeBytes));
    } finally {
      await file.close();
    }
  }
  yield new Uint8Array(2 * tarBlockBytes);
}

const tooLarge = () => new AppError("docker/context-too-large");

type Walk = Options & { folder: VirtualPath; ignored: Ignored };

/** Folders before what is in them. */
async function* walk(storage: Storage, { folder, ignored, dockerfile, signal }: Walk): AsyncGenerator<Met, void> {
  const waiting: { path: VirtualPath; name: string }[] = [{ path: folder, name: "" }];
  const isWanted = (name: string) => name === dockerfile || !ignored.isIgnored(name);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    for await (const page of storage.list(next.path, signal)) {
      signal.throwIfAborted();
      for (const entry of page) {
        const name = next.name === "" ? entry.name : `${next.name}/${entry.name}`;
        const path = joinVirtualPath(next.path, entry.name);
        if (entry.kind !== "file" && entry.kind !== "folder") continue;
        const isIn = isWanted(name);
        if (isIn) yield { path, name, entry };
        const mayHold = isIn || ignored.hasExceptions || dockerfile.startsWith(`${name}/`);
        if (entry.kind === "folder" && mayHold) waiting.push({ path, name });
      }
    }
  }
}

async function readIgnored(storage: Storage, folder: VirtualPath): Promise<Ignored> {
  const { ignoreBytes, patterns } = limits.buildContext;
  try {
    const file = await storage.open(joinVirtualPath(folder, ignoreName));
    try {
      if (file.stat.sizeBytes > ignoreBytes) throw tooLarge();
      return parseIgnore(Buffer.from(await file.readAll()).toString(), patterns);
    } finally {
      await file.close();
    }
  } catch (error) {
    if (isAppError(error) && error.key === "file/not-found") return parseIgnore("", 0);
    throw error;
  }
}

type Header = { name: string; mode: number; mtimeMs: number; sizeBytes: number; type: "0" | "5" };

function header({ name, sizeBytes, ...rest }: Header): Uint8Array {
  const path = nameToBytes(name);
  return Buffer.concat([
    paxHeader({ path, mtimeMs: rest.mtimeMs, sizeBytes }),
    tarHeader({ name: "entry", sizeBytes, ...rest, mode: rest.mode & 0o777 }),
  ]);
}
