import { isFolder } from "@/components/domain/entry/sort-rows";
import type { Words } from "@/components/domain/entry/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { DownloadFormat } from "@/lib/contracts/archive";
import type { FileEntry } from "@/lib/contracts/file";
import type { VirtualPath } from "@/lib/shared/paths";

const maxNamed = 1000;
/** More paths than this make the address too long: the ticket names them instead. */
const maxInAddress = 20;

type Options = {
  files: readonly VirtualPath[];
  /** The folder whose entries these are, all of them. */
  whole?: VirtualPath | undefined;
  /** What the server packs them as on the way; a single file comes as it is when left out. */
  format?: DownloadFormat | undefined;
};

/** What entries are packed as by a user's habit; undefined for a file that needs no packing. */
export function packedAs(entries: readonly FileEntry[], habit: DownloadFormat): DownloadFormat | undefined {
  const [first, second] = entries;
  return first === undefined || (second === undefined && !isFolder(first)) ? undefined : habit;
}

/** Hands entries to the browser's downloads. */
export async function downloadEntries(
  { files: wanted, whole, format }: Options,
  { t, errorText }: Words,
): Promise<void> {
  const files = whole !== undefined && wanted.length > maxInAddress ? [whole] : [...wanted];
  if (files.length > maxNamed) {
    showToast({ kind: "error", message: t("downloadTooMany", { count: maxNamed }) });
    return;
  }
  try {
    const { ticket } = await api.file.ticket({ files });
    startDownload(urls.download(files.length > maxInAddress ? [] : files, ticket, format));
  } catch (error) {
    showToast({ kind: "error", message: errorText(error) });
  }
}

/** Gives an address to the browser's downloads. */
export function startDownload(url: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = "";
  link.hidden = true;
  document.body.append(link);
  link.click();
  link.remove();
}
