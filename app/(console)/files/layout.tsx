import type { ReactNode } from "react";
import { TransferHost } from "@/components/file/transfer-host";

export default function FilesLayout({ children }: { children: ReactNode }) {
  return (
    <>
      {children}
      <TransferHost />
    </>
  );
}
