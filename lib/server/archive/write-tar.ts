import { nameToBytes } from "@/lib/shared/paths";
import { paxHeader, tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { readSmall, type Packing, type Ready } from "./pack-content";

/** A tar (POSIX.1-2001, pax) as it is read; links and devices are skipped. A file that is cut short meanwhile ends it with an error. */
export async function* writeTar(packing: Packing): AsyncGenerator<Uint8Array, void> {
  for await (const ready of readSmall(packing, async (bytes) => bytes)) {
    const { packed, kind, small } = ready;
    if (kind === "folder") yield headers(ready, 0);
    else if (small !== null)
      yield Buffer.concat([headers(ready, small.length), small, new Uint8Array(tarPadding(small.length))]);
    else yield* large(packing, ready);
    packing.onPacked(packed);
  }
  yield new Uint8Array(2 * tarBlockBytes);
}

function headers({ packed, kind, mtimeMs, mode }: Ready<unknown>, sizeBytes: number): Uint8Array {
  const path = nameToBytes(kind === "folder" ? `${packed.name}/` : packed.name);
  const type = kind === "folder" ? "5" : "0";
  return Buffer.concat([paxHeader({ path, mtimeMs }), tarHeader({ name: "entry", sizeBytes, mtimeMs, type, mode })]);
}

async function* large({ storage }: Packing, ready: Ready<unknown>): AsyncGenerator<Uint8Array, void> {
  const file = await storage.open(ready.packed.path);
  try {
    const { sizeBytes, mtimeMs } = file.stat;
    yield headers({ ...ready, mtimeMs }, sizeBytes);
    let sentBytes = 0;
    for await (const chunk of file.stream()) {
      const bytes = chunk as Uint8Array; // a byte stream
      sentBytes += bytes.length;
      yield bytes;
    }
    if (sentBytes !== sizeBytes) throw new Error("the file changed its size while it was packed");
    yield new Uint8Array(tarPadding(sizeBytes));
  } finally {
    await file.close();
  }
}
