import { AppError, isAppError } from "@/lib/shared/errors";
import { nameToBytes } from "@/lib/shared/paths";
import { paxHeader, tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { openContent, type Content } from "./open-content";
import { readSmall, type Packing, type Ready } from "./pack-content";

const noBytes = new Uint8Array(0);

/** A tar (POSIX.1-2001, pax) as it is read; links and devices are skipped. Throws file/changed for a file that is cut short meanwhile. */
export async function* writeTar(packing: Packing): AsyncGenerator<Uint8Array, void> {
  for await (const group of readSmall(packing, (bytes) => bytes)) {
    let parts: Uint8Array[] = [];
    for (const ready of group) {
      const { packed, kind, small } = ready;
      if (kind === "file" && small === null) {
        if (parts.length > 0) yield Buffer.concat(parts);
        parts = [];
        const content = await openContent(packed, packing);
        if (content === null) continue;
        yield* large(content, ready, packing);
      } else {
        const bytes = small ?? noBytes;
        parts.push(...headers(ready, bytes.length), bytes, new Uint8Array(tarPadding(bytes.length)));
      }
      packing.onPacked(packed);
    }
    if (parts.length > 0) yield Buffer.concat(parts);
  }
  yield new Uint8Array(2 * tarBlockBytes);
}

function headers({ packed, kind, mtimeMs, mode }: Ready<unknown>, sizeBytes: number): Uint8Array[] {
  const path = nameToBytes(kind === "folder" ? `${packed.name}/` : packed.name);
  const type = kind === "folder" ? "5" : "0";
  return [paxHeader({ path, mtimeMs, sizeBytes }), tarHeader({ name: "entry", sizeBytes, mtimeMs, type, mode })];
}

/** Nothing in a tar can say that an entry is not whole: what is cut short ends the tar. */
async function* large(
  content: Content,
  ready: Ready<unknown>,
  { onRead, onCut }: Packing,
): AsyncGenerator<Uint8Array, void> {
  const { sizeBytes, mtimeMs } = content.stat;
  const { packed } = ready;
  try {
    yield Buffer.concat(headers({ ...ready, mtimeMs }, sizeBytes));
    let sentBytes = 0;
    for await (const bytes of content.chunks) {
      sentBytes += bytes.length;
      if (sentBytes > sizeBytes) break;
      onRead(packed, sentBytes);
      yield bytes;
    }
    if (sentBytes !== sizeBytes) throw new AppError("file/changed");
    yield new Uint8Array(tarPadding(sizeBytes));
  } catch (error) {
    if (isAppError(error)) onCut?.(packed, error);
    throw error;
  } finally {
    await content.close();
  }
}
