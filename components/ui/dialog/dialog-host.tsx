"use client";

import { lazy, Suspense } from "react";
import { useStore } from "@/components/ui/use-store";
import { dialogStore } from "./dialog-store";

const ConfirmDialog = lazy(() => import("./confirm-dialog"));
const PromptDialog = lazy(() => import("./prompt-dialog"));

/** Shows what openConfirm and openPrompt ask. One per page. */
export function DialogHost() {
  const request = useStore(dialogStore).at(-1);
  if (request === undefined) return null;
  return (
    <Suspense>
      {request.kind === "confirm" ? (
        <ConfirmDialog key={request.id} request={request} />
      ) : (
        <PromptDialog key={request.id} request={request} />
      )}
    </Suspense>
  );
}
