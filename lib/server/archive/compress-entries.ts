import { createGzip } from "node:zlib";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import yazl from "yazl";
import type { ArchiveFormat, archiveContract } from "@/lib/contracts/archive";
import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/run-endpoint";
import type { Storage } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext } from "@/lib/server/task/task-step";
import { fillZip } from "./fill-zip";
import { walkEntries, type Packed } from "./walk-entries";
import { writeTar } from "./write-tar";

/** Packs entries into a new archive. It is written like any file: whole or not at all. */
export const compressEntries: Service<typeof archiveContract.compress> = async (input, ctx) => {
  const { files, to, name, format, level } = input;
  // Fails at once for what is not there, instead of as a task that fails.
  for (const path of [to, ...files.slice(0, 100)]) await ctx.storage.entry(path);
  const path = joinVirtualPath(to, name);
  return startTask(ctx, {
    kind: "compress",
    title: name,
    input: { files, to, name, format, level },
    steps: [
      {
        path,
        run: (step) => pack({ files, path, format, level, storage: ctx.storage }, step),
        measure: async (signal) => {
          const total = { files: 0, bytes: 0 };
          for (const file of files) {
            const sum = await ctx.storage.measure(file, signal);
            total.files += sum.files;
            total.bytes += sum.bytes;
          }
          return total;
        },
      },
    ],
  });
};

type Packing = {
  files: readonly VirtualPath[];
  path: VirtualPath;
  format: ArchiveFormat;
  level: number;
  storage: Storage;
};

async function pack({ files, path, format, level, storage }: Packing, { signal, onProgress }: StepContext) {
  const done = { files: 0, bytes: 0, skipped: 0 };
  const filling = {
    entries: walkEntries(storage, files, signal),
    storage,
    onPacked: ({ entry, name }: Packed) => {
      if (entry.kind === "file") done.files++;
      done.bytes += entry.kind === "file" ? entry.sizeBytes : 0;
      onProgress({ files: done.files, bytes: done.bytes, current: name });
    },
    onSkipped: () => {
      done.skipped++;
    },
  };
  // Stops the packing when the writing fails, for instance on a full disk.
  const stop = new AbortController();
  const until = AbortSignal.any([signal, stop.signal]);
  if (format === "zip") {
    const zip = new yazl.ZipFile();
    const filled = fillZip(zip, { ...filling, signal: until, level });
    filled.catch((error: unknown) => {
      if (zip.outputStream instanceof Readable) zip.outputStream.destroy(error instanceof Error ? error : undefined);
    });
    await writeArchive(storage, path, zip.outputStream as Readable, signal).finally(() => stop.abort()); // a PassThrough
    await filled;
  } else if (format === "tar") await writeArchive(storage, path, writeTar(filling), signal);
  else {
    const gzip = createGzip({ level });
    const packed = pipeline(writeTar(filling), gzip, { signal: until });
    packed.catch(() => {}); // told by the stream that breaks off
    await writeArchive(storage, path, gzip, signal).finally(() => stop.abort());
    await packed;
  }
  return done;
}

async function writeArchive(
  storage: Storage,
  path: VirtualPath,
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  await storage.write(path, source, { conflict: "rename", signal });
}
