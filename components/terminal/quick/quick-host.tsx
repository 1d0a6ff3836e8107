"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { isManagingQuick } from "./quick-store";

const QuickDialog = lazy(() => import("./quick-dialog"));

/** The dialog for quick commands, wherever it is asked for. */
export function QuickHost() {
  if (!useStore(isManagingQuick)) return null;
  return (
    <Suspense>
      <QuickDialog onClose={() => isManagingQuick.set(false)} />
    </Suspense>
  );
}
