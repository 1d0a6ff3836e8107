"use client";

import { Button, PasswordInput, TextInput } from "@mantine/core";
import { useState, type SubmitEvent } from "react";
import { useKitTexts } from "@/components/ui/kit-texts";
import { DialogCard } from "./dialog-card";
import { closeDialog, type DialogRequest } from "./dialog-store";

export default function PromptDialog({ request }: { request: Extract<DialogRequest, { kind: "prompt" }> }) {
  const texts = useKitTexts();
  const { title, label, initial = "", confirmLabel, type = "text", validate, select } = request;
  const [text, setText] = useState(initial);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = (result: string | null) => {
    closeDialog(request.id);
    request.answer(result);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const found = text.trim() === "" ? texts.cannotBeEmpty : (validate?.(text) ?? null);
    if (found === null) answer(text);
    else setProblem(found);
  };
  const Input = type === "password" ? PasswordInput : TextInput;
  return (
    <DialogCard title={title} onClose={() => answer(null)}>
      <form onSubmit={submit} noValidate>
        <Input
          label={label}
          value={text}
          error={problem}
          data-autofocus
          autoComplete="off"
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
          <Button variant="default" onClick={() => answer(null)}>
            {texts.cancel}
          </Button>
          <Button type="submit">{confirmLabel ?? texts.confirm}</Button>
        </div>
      </form>
    </DialogCard>
  );
}
