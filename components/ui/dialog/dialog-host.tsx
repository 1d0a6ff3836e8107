"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import { closeDialog, dialogStore } from "./dialog-store";

const ConfirmDialog = lazyDialog(() => import("./confirm-dialog"));
const PromptDialog = lazyDialog(() => import("./prompt-dialog"));

/** Shows what openConfirm and openPrompt ask. One per page. */
export function DialogHost() {
  const request = useStore(dialogStore).at(-1);
  if (request === undefined) return null;
  if (request.kind === "confirm") {
    const answer = (isConfirmed: boolean) => {
      closeDialog(request.id);
      request.answer(isConfirmed);
    };
    return <ConfirmDialog key={request.id} request={request} onAnswer={answer} onClose={() => answer(false)} />;
  }
  const answer = (text: string | null) => {
    closeDialog(request.id);
    request.answer(text);
  };
  return <PromptDialog key={request.id} request={request} onAnswer={answer} onClose={() => answer(null)} />;
}
