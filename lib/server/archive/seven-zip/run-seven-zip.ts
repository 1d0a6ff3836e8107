import { AppError } from "@/lib/shared/errors";
import type { OpenFile } from "@/lib/server/storage/storage";
import type { TreeEntry } from "./mount-tree";
import { smallBytes } from "@/lib/server/archive/pack-content";
import { startSevenZip, type SevenZipThread } from "./seven-zip-thread";
import type { Piece } from "./seven-zip-worker";

export type { TreeEntry } from "./mount-tree";
export type { Piece } from "./seven-zip-worker";

type Run = {
  file: OpenFile;
  args: readonly string[];
  /** For `-i@/names`. */
  names?: string | null;
  isListing?: boolean;
  /** Whose thread it is. */
  holder: string;
  /** Now and then: bytes of the archive that have been read, some of them perhaps twice. */
  onRead?: ((readBytes: number) => void) | undefined;
  signal: AbortSignal;
};

const tellEveryMs = 200;

/**
 * Runs 7-Zip over an open file, in a thread of its own and in WebAssembly; gives what it says and what it unpacks in their order, as
 * fast as they are taken. The file must stay open until this has ended. Throws archive/broken when it hangs or dies.
 */
export async function* runSevenZip(run: Run): AsyncGenerator<Piece, void, undefined> {
  const { file, args, names = null, isListing = false, holder, onRead, signal } = run;
  const task = { kind: "read", fd: descriptorOf(file), sizeBytes: file.stat.sizeBytes, names, isListing } as const;
  const thread = await startSevenZip({ args, task }, { holder, signal });
  const timer = setInterval(() => onRead?.(thread.readBytes()), tellEveryMs);
  try {
    yield* thread.pieces();
    onRead?.(thread.readBytes());
  } finally {
    clearInterval(timer);
    await thread.end();
  }
}

/** Its thread reads by itself: what is on no disk of this machine is out of its reach. */
function descriptorOf(file: OpenFile): number {
  if (file.disk === null) throw new AppError("storage/unsupported");
  return file.disk.fd;
}

type Pack = {
  args: readonly string[];
  /** Whose thread it is. */
  holder: string;
  entries: readonly TreeEntry[];
  /** Opens the content of an entry through the storage. */
  open: (index: number) => Promise<OpenFile>;
  onHead: (head: Uint8Array) => void;
  /** Now and then: bytes of all entries that have been read. */
  onRead: (readBytes: number) => void;
  /** All of an entry has been read. */
  onClose: (index: number) => void;
  /** Told why an entry could not be opened. True: it is left out; otherwise that ends the archive. */
  onUnopened: (index: number, error: unknown) => boolean;
  signal: AbortSignal;
};

/** Packs entries with 7-Zip; what it makes comes as {@link runSevenZip} has it, but for the first bytes, which come again at the end. */
export async function* packSevenZip(pack: Pack): AsyncGenerator<Piece, void> {
  const { args, holder, entries, open, onHead, onRead, onClose, onUnopened, signal } = pack;
  const opened = new Map<number, OpenFile>();
  let failure: unknown = null;
  const answer = async (thread: SevenZipThread, index: number) => {
    const file = await open(index);
    opened.set(index, file);
    thread.give(descriptorOf(file));
  };
  const thread = await startSevenZip({ args, task: { kind: "pack", entries } }, { holder, signal });
  thread.listen({
    onHead,
    onOpen: (index) => {
      answer(thread, index).catch((error: unknown) => {
        if (!onUnopened(index, error)) failure ??= error;
        thread.give(null);
      });
    },
    onClose: (index, endAt) => {
      const file = opened.get(index);
      opened.delete(index);
      // 7-Zip takes its end for the end of the file.
      const { sizeBytes = 0 } = entries[index] ?? {};
      if (sizeBytes > smallBytes && endAt < sizeBytes) failure ??= new AppError("file/changed");
      file?.close().catch(() => {}); // it was only read
      onClose(index);
    },
  });
  const timer = setInterval(() => onRead(thread.readBytes()), tellEveryMs);
  try {
    yield* thread.pieces();
    // 7-Zip would leave the entry out and say so in a line.
    if (failure !== null) throw failure;
  } finally {
    clearInterval(timer);
    await thread.end();
    for (const file of opened.values()) await file.close();
  }
}
