import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import { lengthOf } from "@/lib/server/storage/holes";
import type { Storage } from "@/lib/server/storage/storage";
import type { OpenOptions } from "./archive-entry";
import { openArchive } from "./open-archive";

type Opening = { path: VirtualPath; storage: Storage; options: OpenOptions };

/**
 * Whether the archive has what it takes to unpack it: a known format, and a password where one is needed. A wrong one shows at
 * once where the names are encrypted or the format has a check, otherwise while unpacking.
 */
export async function assertOpens({ path, storage, options }: Opening): Promise<void> {
  const file = await storage.open(path);
  try {
    const archive = await openArchive(file, options);
    // A tar or a single file knows no passwords, and reading it to its end takes as long as unpacking it.
    if (archive.format === "tar" || archive.format === "single") return;
    for await (const entry of archive.list()) {
      if (!entry.isEncrypted) continue;
      if (options.password === undefined) throw new AppError("archive/password");
      break;
    }
    if (archive.format === "zip" && options.password !== undefined) await tryFirst(archive);
  } finally {
    await file.close();
  }
}

async function tryFirst({ entries }: Awaited<ReturnType<typeof openArchive>>): Promise<void> {
  for await (const entry of entries(({ isEncrypted, kind }) => isEncrypted && kind === "file")) {
    // Its first bytes are enough.
    for await (const chunk of await entry.stream()) if (lengthOf(chunk) > 0) return;
    return;
  }
}
