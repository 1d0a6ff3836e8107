"use client";

import { Button, TextInput } from "@mantine/core";
import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import type { SecretWords } from "./secret-words";

type Props = {
  words: SecretWords;
  queryKey: QueryKey;
  /** Whether all but the name has been filled in. */
  isComplete: boolean;
  /** Answers the secret. */
  create: (name: string) => Promise<string>;
  onCreated: (secret: string) => void;
  onCancel: () => void;
  /** The other fields; they complain once `isChecked`. */
  renderFields: (isChecked: boolean) => ReactNode;
};

/** What every secret is asked: the name that its owner knows it by, what it may do (`renderFields`), and then to be made. */
export function SecretForm({ words, queryKey, isComplete, create, onCreated, onCancel, renderFields }: Props) {
  const t = useTranslations(words);
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [name, setName] = useState("");
  const [isChecked, setChecked] = useState(false);
  const { mutate, error, isPending } = useMutation({
    mutationFn: () => create(name),
    meta: { errorOwner: "form" },
    onSuccess: (secret) => {
      onCreated(secret);
      return queryClient.invalidateQueries({ queryKey });
    },
  });
  const isNameless = name.trim() === "";
  return (
    <Form
      label={t("create")}
      onSubmit={() => {
        setChecked(true);
        if (!isNameless && isComplete) mutate();
      }}
    >
      <TextInput
        label={t("name")}
        placeholder={t("nameHint")}
        value={name}
        maxLength={64}
        error={isChecked && isNameless ? tUi("cannotBeEmpty") : null}
        data-autofocus
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      {renderFields(isChecked)}
      {error === null ? null : <Banner kind="error">{errorText(error)}</Banner>}
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={isPending}>
          {t("create")}
        </Button>
      </FormButtons>
    </Form>
  );
}
