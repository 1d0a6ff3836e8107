"use client";

import { useCallback } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import type { VirtualPath } from "@/lib/shared/paths";

/** Hands a file to the browser's downloads. */
export function useDownload(path: VirtualPath): () => void {
  const errorText = useErrorText();
  return useCallback(() => {
    api.file.ticket({ files: [path] }).then(
      ({ ticket }) => {
        const link = document.createElement("a");
        link.href = urls.download([path], ticket);
        link.download = "";
        link.hidden = true;
        document.body.append(link);
        link.click();
        link.remove();
      },
      (error: unknown) => showToast({ kind: "error", message: errorText(error) }),
    );
  }, [path, errorText]);
}
