import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import { joinVirtualPath, type EntryName, type VirtualPath } from "@/lib/shared/paths";

const maxNamed = 1000;
/** More paths than this make the address too long: the ticket names them instead. */
const maxInAddress = 20;

type Wish = { folder: VirtualPath; names: readonly string[]; isWholeFolder: boolean };

/** Hands entries to the browser's downloads: one file as it is, else a zip that the server makes on the way. */
export async function downloadEntries({ folder, names, isWholeFolder }: Wish, { t, errorText }: Words): Promise<void> {
  const isFolderItself = isWholeFolder && names.length > maxInAddress;
  if (!isFolderItself && names.length > maxNamed) {
    showToast({ kind: "error", message: t("downloadTooMany", { count: maxNamed }) });
    return;
  }
  const files = isFolderItself ? [folder] : names.map((name) => joinVirtualPath(folder, name as EntryName)); // listed names
  try {
    const { ticket } = await api.file.ticket({ files });
    startDownload(urls.download(files.length > maxInAddress ? [] : files, ticket));
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
