"use client";

import { Button } from "@mantine/core";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import { DialogCard } from "./dialog-card";
import { closeDialog, type DialogRequest } from "./dialog-store";

export default function ConfirmDialog({ request }: { request: Extract<DialogRequest, { kind: "confirm" }> }) {
  const texts = useKitTexts();
  const { title, body, confirmLabel, danger = false } = request;
  const answer = (isConfirmed: boolean) => {
    closeDialog(request.id);
    request.answer(isConfirmed);
  };
  return (
    <DialogCard
      title={title}
      onClose={() => answer(false)}
      footer={
        <>
          <Button variant="default" data-autofocus={danger || undefined} onClick={() => answer(false)}>
            {texts.cancel}
          </Button>
          <Button color={danger ? "red" : "blue"} data-autofocus={!danger || undefined} onClick={() => answer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typeof body === "string" ? shownName(body) : body}
    </DialogCard>
  );
}
