"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import { useStackActions } from "./use-stack-actions";
import { wantedApproval } from "./wanted-approval";

const ApproveDialog = lazyDialog(() => import("./approve-dialog"));

/** Asks for the approval that something was refused without, and does it then. */
export function ApprovalRequest() {
  const run = useStore(wantedApproval);
  const { start } = useStackActions();
  if (run === null) return null;
  return <ApproveDialog run={run} onApproved={() => start(run)} onClose={() => wantedApproval.set(null)} />;
}
