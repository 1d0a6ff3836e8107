import type { ReactNode } from "react";
import { SearchBox } from "@/components/file/search/search-box";
import { CompressHost } from "@/components/file/archive/compress-host";
import { DownloadHost } from "@/components/file/download/download-host";
import { FolderToolHost } from "@/components/file/folder-tool/folder-tool-host";
import { PropertiesHost } from "@/components/file/properties/properties-host";
import { ShareHost } from "@/components/file/share/share-host";
import { TransferButton } from "@/components/file/transfer/transfer-button";
import { TransferHost } from "@/components/file/transfer/transfer-host";
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
