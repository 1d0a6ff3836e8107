import { asBroken, guarded, type ListedEntry, type OpenArchive, type OpenOptions } from "./archive-entry";
import { isTarHead, openTar } from "./open-tar";

const headBytes = 512;

type Alone = { path: string; mtimeMs: number };

/** What a packer without names unpacks: a tar, or one file that is called like the archive without its ending. */
export async function openPacked(
  source: () => AsyncGenerator<Uint8Array, void>,
  alone: Alone,
  options: OpenOptions,
): Promise<OpenArchive> {
  if (isTarHead(await readStart(source()))) return openTar(source, options);
  const entry: ListedEntry = {
    ...alone,
    kind: "file",
    // Only reading tells.
    sizeBytes: 0,
    packedBytes: null,
    mode: null,
    isEncrypted: false,
  };
  return {
    format: "single",
    isRandomAccess: false,
    totalBytes: null,
    encoding: null,
    list: async function* () {
      yield entry;
    },
    entries: async function* (isWanted = () => true) {
      if (isWanted(entry, 0)) yield { ...entry, stream: async () => guarded(source()) };
    },
  };
}

async function readStart(source: AsyncGenerator<Uint8Array, void>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  try {
    for await (const chunk of source) {
      chunks.push(chunk);
      sizeBytes += chunk.length;
      if (sizeBytes >= headBytes) break;
    }
  } catch (error) {
    throw asBroken(error);
  }
  return Buffer.concat(chunks).subarray(0, headBytes);
}
