"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { compressRequest } from "./compress-store";

const CompressDialog = lazy(() => import("./compress-dialog"));

/** Asks how entries are to be packed. */
export function CompressHost() {
  const request = useStore(compressRequest);
  if (request === null) return null;
  return (
    <Suspense>
      <CompressDialog request={request} onClose={() => compressRequest.set(null)} />
    </Suspense>
  );
}
