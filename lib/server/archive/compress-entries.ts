import { createGzip } from "node:zlib";
import type { ArchiveFormat, archiveContract } from "@/lib/contracts/archive";
import { AppError } from "@/lib/shared/errors";
import { joinVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import { userIdOf } from "@/lib/server/runtime/ctx";
import { measureAll } from "@/lib/server/storage/measure-all";
import type { Storage, TreeResult } from "@/lib/server/storage/storage";
import { startTask } from "@/lib/server/task/start-task";
import type { StepContext } from "@/lib/server/group/task-step";
import type { Packing } from "./pack-content";
import { writeSevenZip } from "./pack-seven-zip";
import { tellProgress } from "./tell-progress";
import { throughStream } from "./through-stream";
import { walkEntries } from "./walk-entries";
import { writeTar } from "./write-tar";
import type { OnUnread } from "./unread";
import { writeZip } from "./write-zip";
import { compressZstd } from "./zstd/compress-zstd";

/** Packs entries into a new archive. It is written like any file: whole or not at all. */
export const compressEntries: Service<typeof archiveContract.compress> = async (input, ctx) => {
  const { to, name, format, level, password } = input;
  const files = [...new Set(input.files)];
  if (password !== undefined && format !== "zip" && format !== "7z") throw new AppError("archive/no-password");
  // Fails at once for what is not there, instead of as a task that fails.
  for (const path of [to, ...files.slice(0, 100)]) await ctx.storage.entry(path);
  const path = joinVirtualPath(to, name);
  const holder = userIdOf(ctx.actor);
  return startTask(ctx, {
    kind: "compress",
    title: name,
    // The password stays in memory.
    input: { files, to, name, format, level, ...(password === undefined ? {} : { secret: true }) },
    steps: [
      {
        path,
        run: (step) => pack({ files, path, format, level, holder, password, storage: ctx.storage }, step),
        measure: (signal) => measureAll(files, { storage: ctx.storage, signal }),
      },
    ],
  });
};

type Wish = {
  files: readonly VirtualPath[];
  path: VirtualPath;
  format: ArchiveFormat;
  level: number;
  holder: string;
  password: string | undefined;
  storage: Storage;
};

async function pack(
  { files, path, format, level, holder, password, storage }: Wish,
  { signal, onProgress }: StepContext,
) {
  const done = { files: 0, bytes: 0, skipped: 0, failures: [] as TreeResult["failures"], failureCount: 0 };
  // A tar has the bytes of a name.
  const isUtf8Only = format === "zip" || format === "7z";
  let renamed = 0;
  const tell = tellProgress(onProgress);
  const fail: OnUnread = (unread, { key }) => {
    done.failureCount++;
    if (done.failures.length < maxFailures) done.failures.push({ path: unread.path, error: key });
  };
  let [packedCount, isGivenUp] = [0, false];
  const packing: Packing = {
    groups: walkEntries(storage, files, { signal, isUtf8Only, onUnread: fail }),
    storage,
    onRead: ({ name }, readBytes) => tell({ files: done.files, bytes: done.bytes + readBytes, current: name }),
    onPacked: ({ entry, name }) => {
      packedCount++;
      if (entry.kind === "file") done.files++;
      if (isUtf8Only && !entry.name.isWellFormed()) renamed++;
      done.bytes += entry.kind === "file" ? entry.sizeBytes : 0;
      tell({ files: done.files, bytes: done.bytes, current: name });
    },
    onSkipped: () => {
      done.skipped++;
    },
    onUnread: fail,
    // It is made whole or not at all.
    onCut: (packed, error) => {
      isGivenUp = true;
      fail(packed, error);
      return false;
    },
    appendix: () => {
      isGivenUp = packedCount === 0 && done.failureCount > 0;
      if (isGivenUp) throw new AppError("archive/unmade");
      return null;
    },
  };
  let head: Uint8Array | null = null;
  const onHead = (bytes: Uint8Array) => {
    head = bytes;
  };
  const bytes = bytesOf(format, packing, { level, holder, password, signal, onHead });
  try {
    await storage.write(path, bytes, { conflict: "rename", signal, head: () => head });
  } catch (error) {
    if (isGivenUp) return { failures: done.failures, failureCount: done.failureCount };
    throw error;
  }
  return { ...done, facts: { leftOut: done.skipped, renamed } };
}

const maxFailures = 100;

type Making = Parameters<typeof writeSevenZip>[1];

/** An archive of these entries, as it is made. */
export function bytesOf(format: ArchiveFormat, packing: Packing, making: Making): AsyncGenerator<Uint8Array, void> {
  switch (format) {
    case "zip":
      return writeZip(packing, making);
    case "7z":
      return writeSevenZip(packing, making);
    case "tar":
      return writeTar(packing);
    case "tar.gz":
      return throughStream(writeTar(packing), createGzip({ level: making.level }));
    default: // tar.zst
      return compressZstd(writeTar(packing), making);
  }
}
