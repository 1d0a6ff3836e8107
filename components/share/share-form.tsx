"use client";

import { Button, Checkbox, NativeSelect, Textarea } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { PasswordField } from "@/components/ui/password-field";
import type { Share } from "@/lib/contracts/share";
import { shareModes } from "@/lib/shared/share-modes";
import { ExpiryFields } from "./expiry-fields";
import { LimitFields } from "./limit-fields";
import { draftOf, newShare, problemsOf, type ShareDraft } from "./share-draft";
import type { ShareRequest } from "./share-store";
import { useSaveShare } from "./use-shares";
import styles from "./share.module.css";

type Props = { request: ShareRequest; onSaved: (share: Share) => void; onCancel: () => void };

export function ShareForm({ request, onSaved, onCancel }: Props) {
  const t = useTranslations("share");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const known = request.kind === "edit" ? request.share : null;
  const [draft, setDraft] = useState<ShareDraft>(known === null ? newShare : draftOf(known));
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<ShareDraft>) => setDraft((current) => ({ ...current, ...change }));
  const save = useSaveShare(request);
  const [openedMs] = useState(() => Date.now());
  const problems = problemsOf(draft, openedMs);
  const canDrop = request.kind === "create" ? request.canDrop : request.share.item_count === 1;
  const kept = known?.expires_at ?? null;

  return (
    <Form
      label={known === null ? t("create") : t("editTitle")}
      onSubmit={() => {
        setChecked(true);
        if (Object.keys(problems).length === 0) save.mutate(draft, { onSuccess: onSaved });
      }}
    >
      <NativeSelect
        label={t("mode")}
        description={t(`modeHints.${draft.mode}`)}
        inputWrapperOrder={["label", "input", "description"]}
        value={draft.mode}
        data-autofocus
        data={shareModes.map((mode) => ({
          value: mode,
          label: t(`modes.${mode}`),
          disabled: mode === "upload" && !canDrop,
        }))}
        onChange={({ currentTarget }) => {
          const mode = shareModes.find((one) => one === currentTarget.value);
          if (mode !== undefined) patch({ mode });
        }}
      />
      <div className={styles["pair"]}>
        <PasswordField
          label={t("field.password")}
          description={known?.has_password === true ? t("field.passwordKept") : t("field.passwordHint")}
          inputWrapperOrder={["label", "input", "description"]}
          value={draft.password}
          autoComplete="new-password"
          maxLength={256}
          disabled={draft.isPasswordRemoved}
          onChange={({ currentTarget }) => patch({ password: currentTarget.value })}
        />
        <ExpiryFields draft={draft} patch={patch} kept={kept} hasProblem={isChecked && problems.expiryDate === true} />
      </div>
      {known?.has_password === true ? (
        <Checkbox
          label={t("field.removePassword")}
          checked={draft.isPasswordRemoved}
          onChange={({ currentTarget }) => patch({ isPasswordRemoved: currentTarget.checked, password: "" })}
        />
      ) : null}
      <Textarea
        label={t("field.note")}
        value={draft.note}
        maxLength={2000}
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget }) => patch({ note: currentTarget.value })}
      />
      <LimitFields draft={draft} patch={patch} problems={isChecked ? problems : {}} />
      {save.error === null ? null : <Banner kind="error">{errorText(save.error)}</Banner>}
      <FormButtons onCancel={onCancel}>
        <Button type="submit" loading={save.isPending}>
          {known === null ? t("create") : tUi("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
