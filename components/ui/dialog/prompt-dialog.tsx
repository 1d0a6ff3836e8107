"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { isActDone } from "./act";
import { DialogCard } from "./dialog-card";
import type { DialogRequest } from "./dialog-store";

type Props = {
  request: Extract<DialogRequest, { kind: "prompt" }>;
  onAnswer: (text: string) => void;
  onClose: () => void;
};

export default function PromptDialog({ request, onAnswer, onClose }: Props) {
  const texts = useKitTexts();
  const { title, label, hint, initial = "", confirmLabel, type = "text", validate, act, select } = request;
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const found = text.trim() === "" ? texts.cannotBeEmpty : ((await validate?.(text)) ?? null);
    const isDone = found === null && (await isActDone(act && (() => act(text))));
    setBusy(false);
    setProblem(found);
    if (isDone) onAnswer(text);
  };
  const Input = type === "password" ? PasswordInput : TextInput;
  return (
    <DialogCard title={title} onClose={onClose}>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <Input
          label={label}
          description={hint}
          value={text}
          error={problem}
          data-autofocus
          autoComplete={type === "password" ? "current-password" : "off"}
          spellCheck={false}
          onFocus={({ currentTarget }) => {
            if (text === initial) currentTarget.setSelectionRange(select?.[0] ?? 0, select?.[1] ?? text.length);
          }}
          onChange={({ currentTarget }) => {
            setText(currentTarget.value);
            setProblem(null);
          }}
          {...(type === "password" ? { visibilityToggleButtonProps: { "aria-label": texts.showPassword } } : {})}
        />
        <div data-dialog-footer>
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isBusy}>
            {confirmLabel ?? texts.confirm}
          </Button>
        </div>
      </form>
    </DialogCard>
  );
}
