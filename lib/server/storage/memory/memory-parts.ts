import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";
import { newPartId, partName } from "@/lib/server/storage/own-names";
import { readSource } from "@/lib/server/storage/read-source";
import { assertPlaceWritable, assertWritable } from "@/lib/server/storage/rights";
import type { AppendOptions, PartFile, PartStorage, PartTarget } from "@/lib/server/storage/storage";
import type { MemoryResolver, Location } from "./memory-resolver";
import { assertRoom, newFile, setNode, type MemoryFile } from "./memory-volume";
import { findSame, nameFor, resultOf } from "./memory-write";

const readBytes = 1_048_576;

/** See {@link PartStorage}. */
export function createMemoryParts(resolver: () => Promise<MemoryResolver>): PartStorage {
  const open = async (part: PartFile) => openPart(await resolver(), part);

  async function append(part: PartFile, source: AsyncIterable<Uint8Array>, options: AppendOptions): Promise<void> {
    const { offset, maxBytes, signal, onChunk } = options;
    assertOffset(await open(part), offset);
    for await (const chunk of readSource(source, { maxBytes, signal })) {
      const { location, file } = await open(part);
      assertRoom(location.volume, chunk.byteLength);
      file.bytes = Buffer.concat([file.bytes, chunk]);
      onChunk?.(chunk);
    }
  }

  async function* read(part: PartFile, sizeBytes: number) {
    const { file } = await open(part);
    if (file.bytes.byteLength < sizeBytes) throw new AppError("file/io", { code: "EIO" });
    for (let at = 0; at < sizeBytes; at += readBytes)
      yield file.bytes.subarray(at, Math.min(at + readBytes, sizeBytes));
  }

  return {
    async create(folder, target, record) {
      const location = locationIn(await resolver(), folder, target.name);
      assertWritable((await resolver()).policy, location, target.name);
      const old = location.folder.nodes.get(target.name);
      if (old !== undefined && target.conflict === "fail") throw new AppError("file/exists");
      if (old?.kind === "folder" && target.conflict === "replace") throw new AppError("file/not-file");
      const id = newPartId();
      await record({ id, place: `${location.real}/${partName(id)}` });
      setNode(location.folder, partName(id), newFile(new Uint8Array(), Date.now()));
      return { id };
    },
    size: async (part) => (await open(part)).file.bytes.byteLength,
    append,
    take: async (part, from, options) =>
      append(part, read(from, (await open(from)).file.bytes.byteLength), { ...options, maxBytes: Infinity }),
    async cut(part, sizeBytes) {
      const { file } = await open(part);
      file.bytes = file.bytes.slice(0, sizeBytes);
    },
    read,
    async seal(part, target) {
      const { location, file } = await open(part);
      assertWritable((await resolver()).policy, location, target.name);
      file.mtimeMs = target.mtimeMs ?? Date.now();
      return { etag: resultOf(part.folder, location, location.name).etag };
    },
    async place(part, target) {
      const { location, file } = await open(part);
      assertWritable((await resolver()).policy, location, target.name);
      const name = finalName({ ...location, name: target.name }, target, file);
      if (location.folder.nodes.get(name) !== file) setNode(location.folder, location.name, null);
      if (!location.folder.nodes.has(name) || target.conflict === "replace") setNode(location.folder, name, file);
      return resultOf(joinVirtualPath(part.folder, name), location, name);
    },
    async remove(part) {
      const found = await open(part).catch(() => null);
      if (found !== null) setNode(found.location.folder, found.location.name, null);
    },
  };
}

/** The folder with the name that the part is for: what the actor may do there is asked every time. */
function locationIn(resolver: MemoryResolver, folder: VirtualPath, name: EntryName): Location {
  const { node, ...located } = resolver.findFolder(folder);
  const location = { ...located, folder: node, name };
  assertPlaceWritable(resolver.policy, location, name);
  if (location.access !== "write") throw new AppError("file/read-only");
  return location;
}

function openPart(resolver: MemoryResolver, { folder, id }: PartFile): { location: Location; file: MemoryFile } {
  const location = locationIn(resolver, folder, partName(id) as EntryName); // letters, digits and dots
  const file = location.folder.nodes.get(location.name);
  if (file?.kind !== "file") throw new AppError("file/not-found");
  return { location, file };
}

function assertOffset({ file }: { file: MemoryFile }, offset: number): void {
  const size = file.bytes.byteLength;
  if (size !== offset) throw new AppError("upload/offset", {}, { detail: { offset: size } });
}

function finalName(location: Location, { conflict, mtimeMs }: PartTarget, { bytes }: MemoryFile): EntryName {
  if (location.folder.nodes.get(location.name)?.kind === "folder" && conflict === "replace")
    throw new AppError("file/not-file");
  const sent = conflict === "fail" && mtimeMs !== null ? findSame(location, { conflict, bytes, mtimeMs }) : null;
  return sent ?? nameFor(location, conflict);
}
