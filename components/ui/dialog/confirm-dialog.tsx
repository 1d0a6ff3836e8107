"use client";

import { Button } from "@mantine/core";
import { useKitTexts } from "@/components/ui/kit-texts";
import { shownName } from "@/lib/shared/shown-name";
import { DialogCard } from "./dialog-card";
import type { DialogRequest } from "./dialog-store";

type Props = {
  request: Extract<DialogRequest, { kind: "confirm" }>;
  onAnswer: (isConfirmed: boolean) => void;
  onClose: () => void;
};

export default function ConfirmDialog({ request, onAnswer, onClose }: Props) {
  const texts = useKitTexts();
  const { title, body, confirmLabel, danger = false } = request;
  return (
    <DialogCard
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus={danger || undefined} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button color={danger ? "red" : "blue"} data-autofocus={!danger || undefined} onClick={() => onAnswer(true)}>
            {confirmLabel}
          </Button>
        </>
      }
    >
      {typeof body === "string" ? shownName(body) : body}
    </DialogCard>
  );
}
