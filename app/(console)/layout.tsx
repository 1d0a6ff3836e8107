import type { ReactNode } from "react";
import { SearchBox } from "@/components/search/search-box";
import { CompressHost } from "@/components/archive/compress-host";
import { DownloadHost } from "@/components/download/download-host";
import { FolderToolHost } from "@/components/file/folder-tool/folder-tool-host";
import { PropertiesHost } from "@/components/properties/properties-host";
import { ShareHost } from "@/components/share/share-host";
import { TransferButton } from "@/components/transfer/transfer-button";
import { TransferHost } from "@/components/transfer/transfer-host";
import { Shell } from "@/components/layout/shell";

/** Uploads and tasks go on, and are seen, on every page. */
export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <>
      <Shell search={<SearchBox />} tools={<TransferButton />}>
        {children}
      </Shell>
      <TransferHost />
      <ShareHost />
      <PropertiesHost />
      <CompressHost />
      <DownloadHost />
      <FolderToolHost />
    </>
  );
}
