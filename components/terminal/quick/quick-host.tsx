"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import { isManagingQuick } from "./quick-store";

const QuickDialog = lazyDialog(() => import("./quick-dialog"));

/** The dialog for quick commands, wherever it is asked for. */
export function QuickHost() {
  if (!useStore(isManagingQuick)) return null;
  return <QuickDialog onClose={() => isManagingQuick.set(false)} />;
}
