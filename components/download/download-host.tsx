"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { downloadRequest } from "./download-request";

const DownloadDialog = lazy(() => import("./download-dialog"));

/** Asks what several entries are to be downloaded as. */
export function DownloadHost() {
  const request = useStore(downloadRequest);
  if (request === null) return null;
  return (
    <Suspense>
      <DownloadDialog request={request} onClose={() => downloadRequest.set(null)} />
    </Suspense>
  );
}
