"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { shareRequest } from "./share-store";

const ShareDialog = lazy(() => import("./share-dialog"));

/** The dialog for a new or a changed share, wherever it was asked for. */
export function ShareHost() {
  const request = useStore(shareRequest);
  if (request === null) return null;
  return (
    <Suspense>
      <ShareDialog request={request} onClose={() => shareRequest.set(null)} />
    </Suspense>
  );
}
