import type { linesContract } from "@/lib/contracts/lines";
import { AppError } from "@/lib/shared/errors";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Service } from "@/lib/server/http/service";
import type { Storage } from "@/lib/server/storage/storage";
import { linesSetting } from "./lines-setting";

const newline = 0x0a;

export const countLines: Service<typeof linesContract.countLines> = async ({ path }, { storage, signal }) => ({
  lines: (await countIn(path, { storage, signal })).lines,
});

/** Throws file/too-large above what the setting allows. */
export async function countIn(
  path: VirtualPath,
  { storage, signal }: { storage: Storage; signal: AbortSignal },
): Promise<{ lines: number; bytes: number }> {
  const file = await storage.open(path);
  try {
    const size = file.stat.sizeBytes;
    if (size > linesSetting.get().largestMb * 1024 * 1024) throw new AppError("file/too-large", { size });
    let [lines, bytes] = [0, 0];
    for await (const chunk of file.stream()) {
      signal.throwIfAborted();
      if (!Buffer.isBuffer(chunk)) continue;
      bytes += chunk.length;
      for (const byte of chunk) if (byte === newline) lines++;
    }
    return { lines, bytes };
  } finally {
    await file.close();
  }
}
