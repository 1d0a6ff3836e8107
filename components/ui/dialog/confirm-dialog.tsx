"use client";

import { Button } from "@mantine/core";
import { useState } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import { isActDone } from "./act";
import { DialogCard } from "./dialog-card";
import type { DialogRequest } from "./dialog-store";

type Props = {
  request: Extract<DialogRequest, { kind: "confirm" }>;
  onAnswer: (isConfirmed: boolean) => void;
  onClose: () => void;
};

export default function ConfirmDialog({ request, onAnswer, onClose }: Props) {
  const texts = useKitTexts();
  const { title, body, confirmLabel, danger = false, act } = request;
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    const isDone = await isActDone(act);
    setBusy(false);
    if (isDone) onAnswer(true);
  };
  return (
    <DialogCard
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus={danger || undefined} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button
            color={danger ? "red" : "blue"}
            data-autofocus={!danger || undefined}
            loading={isBusy}
            onClick={() => void confirm()} // never rejects
          >
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typeof body === "string" ? shownName(body) : body}
    </DialogCard>
  );
}
