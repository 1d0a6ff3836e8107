import type { Words } from "@/components/file/words";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";

const maxNamed = 1000;
/** More paths than this make the address too long: the ticket names them instead. */
const maxInAddress = 20;

/** `whole` is the folder whose entries these are, all of them. */
type Wish = { files: readonly VirtualPath[]; whole?: VirtualPath | undefined };

/** Hands entries to the browser's downloads: one file as it is, else a zip that the server makes on the way. */
export async function downloadEntries({ files: wanted, whole }: Wish, { t, errorText }: Words): Promise<void> {
  const files = whole !== undefined && wanted.length > maxInAddress ? [whole] : [...wanted];
  if (files.length > maxNamed) {
    showToast({ kind: "error", message: t("downloadTooMany", { count: maxNamed }) });
    return;
  }
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
