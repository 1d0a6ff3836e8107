import { failureOf } from "@/lib/client/call";
import { readToken } from "@/lib/client/token";
import { AppError } from "@/lib/shared/errors";
import { urls } from "@/lib/client/urls";
import { joinAddresses, splitAddresses } from "@/lib/client/upload/send-pieces";
import type { VirtualPath } from "@/lib/shared/paths";
import { isOpen } from "@/lib/client/upload/upload-queue";
import { uploadStore } from "./upload-store";
import { listUnfinished, unfinishedStore, type UnfinishedUpload } from "./unfinished-store";
import type { Collected } from "./collect-files";

/** The address of the unfinished upload of this very file: same place, name, size and time. */
export type Unfinished = { urlOf: (wanted: { folder: VirtualPath; file: File }) => string | null };

const none: Unfinished = { urlOf: () => null };
/** The least that the setting allows for files in chunks. */
const leastBytes = 1024 * 1024;

const urlOf = (id: string) => urls.api(`file/tus/${id}`);
export const urlOfUnfinished = ({ id, pieces }: Pick<UnfinishedUpload, "id" | "pieces">) =>
  pieces === undefined ? urlOf(id) : joinAddresses(pieces.map((piece) => (piece === "" ? null : urlOf(piece))));

/** What can be gone on with among the files; asked only where one is large enough to have been sent in chunks. */
export async function findUnfinished({ files }: Collected): Promise<Unfinished> {
  if (!files.some(({ file }) => file.size >= leastBytes)) return none;
  const busy = new Set(uploadStore.get().queue.items.flatMap((item) => (isOpen(item) ? (item.url ?? []) : [])));
  const uploads = (await listUnfinished()).filter((upload) => !busy.has(urlOfUnfinished(upload)));
  const known = new Map(uploads.map((upload) => [keyOf(`${upload.folder}/${upload.name}`, upload), upload]));
  return {
    urlOf: ({ folder, file }) => {
      const found = known.get(keyOf(`${folder}/${file.name}`, { size: file.size, mtime: file.lastModified }));
      return found === undefined ? null : urlOfUnfinished(found);
    },
  };
}

/** Those that the queue goes on with are not for the panel any more: there they would offer what has arrived. */
export function forgetGoingOn(urls: ReadonlySet<string>): void {
  unfinishedStore.set((uploads) => uploads.filter((upload) => !urls.has(urlOfUnfinished(upload))));
}

/** Whether a chosen file is the one that was being sent. */
export function isSameFile({ name, size, mtime }: UnfinishedUpload, file: File): boolean {
  return file.name === name && file.size === size && (mtime === null || file.lastModified === mtime);
}

function keyOf(path: string, { size, mtime }: { size: number | null; mtime: number | null }): string {
  return `${path}\n${size}\n${mtime}`;
}

/** Removes what has arrived. One that is gone already is fine. */
export async function discardUnfinished(upload: UnfinishedUpload): Promise<void> {
  const headers = { "tus-resumable": "1.0.0", authorization: readToken() ?? "" };
  for (const address of splitAddresses(urlOfUnfinished(upload))) {
    if (address === null) continue;
    const response = await fetch(address, { method: "DELETE", headers }).catch(() => null);
    if (response === null) throw new AppError("network");
    if (!response.ok && response.status !== 404 && response.status !== 410) throw failureOf(await response.json());
  }
}
