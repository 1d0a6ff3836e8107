"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { AlertRule } from "@/lib/contracts/alert";
import { rulesKey } from "./alert-keys";
import { ConditionFields } from "./condition-fields";
import { inputOf, newRule, draftOf, type RuleDraft } from "./rule-draft";
import { RulePreview } from "./rule-preview";
import { TellFields } from "./tell-fields";

type Props = { rule: AlertRule | null; onClose: () => void };

/** Adds a rule, or changes one, and says how often it would have fired. */
export default function RuleDialog({ rule, onClose }: Props) {
  const t = useTranslations("alert");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<RuleDraft>(() => (rule === null ? newRule : draftOf(rule)));
  const patch = (change: Partial<RuleDraft>) => setDraft((current) => ({ ...current, ...change }));
  const input = inputOf(draft);
  const { mutate, error, isPending } = useMutation({
    mutationFn: async () => {
      if (input === null) return;
      if (rule === null) await api.alert.createAlertRule(input);
      else await api.alert.changeAlertRule({ ...input, id: rule.id });
    },
    meta: { errorOwner: "form" },
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: rulesKey }),
  });
  return (
    <DialogCard
      title={t(rule === null ? "rules.add" : "rules.change")}
      onClose={onClose}
      size={640}
      fillsPhone
      keepsInput
    >
      <Form label={t("rules.title")} onSubmit={() => input !== null && mutate()}>
        <ConditionFields draft={draft} onChange={patch} />
        <RulePreview input={input} />
        <TellFields draft={draft} onChange={patch} />
        {error === null ? null : <Banner kind="error">{errorText(error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={isPending} disabled={input === null}>
            {tUi("save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
