"use client";

import { Button, Switch } from "@mantine/core";
import { IconPencil, IconTrash } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { rowsIn } from "@/components/layout/rows-in";
import { IconButton } from "@/components/ui/icon-button";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { EmptyState } from "@/components/ui/state/empty-state";
import { api } from "@/lib/client/call";
import type { AlertRule } from "@/lib/contracts/alert";
import { rulesKey } from "./alert-keys";
import { useSayRule } from "./use-say-rule";
import styles from "./alerts.module.css";

const RuleDialog = lazyDialog(() => import("./rule-dialog"));

/** The rules, each in a sentence, and the way to change them. */
export function RuleSection() {
  const t = useTranslations("alert");
  const [edited, setEdited] = useState<AlertRule | "new" | null>(null);
  const rules = useQuery({
    queryKey: rulesKey,
    queryFn: async ({ signal }) => rowsIn(await api.alert.listAlertRules({}, { signal }), "rules"),
  });
  const add = <Button onClick={() => setEdited("new")}>{t("rules.add")}</Button>;
  return (
    <Section title={t("rules.title")} hint={t("rules.hint")} actions={add}>
      <QueryState query={rules} rows={4}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("rules.none")} compact />
          ) : (
            <ul className={styles["rules"]}>
              {all.map((rule) => (
                <Rule key={rule.id} rule={rule} onEdit={() => setEdited(rule)} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {edited === null ? null : <RuleDialog rule={edited === "new" ? null : edited} onClose={() => setEdited(null)} />}
    </Section>
  );
}

function Rule({ rule, onEdit }: { rule: AlertRule; onEdit: () => void }) {
  const t = useTranslations("alert");
  const sayRule = useSayRule();
  const queryClient = useQueryClient();
  const onSettled = () => queryClient.invalidateQueries({ queryKey: rulesKey });
  const turn = useMutation({
    mutationFn: (isOn: boolean) => api.alert.changeAlertRule({ ...rule, is_enabled: isOn }),
    onSettled,
  });
  const remove = useMutation({ mutationFn: () => api.alert.deleteAlertRule({ id: rule.id }), onSettled });
  const { condition, facts } = sayRule(rule);
  const ask = async () => {
    const request = { title: t("rules.deleteTitle"), body: condition, confirmLabel: t("rules.delete"), danger: true };
    if (await openConfirm(request)) remove.mutate();
  };
  return (
    <li className={styles["rule"]} data-off={!rule.is_enabled || undefined}>
      <Switch
        aria-label={condition}
        checked={turn.isPending ? turn.variables : rule.is_enabled}
        disabled={turn.isPending}
        onChange={({ currentTarget }) => turn.mutate(currentTarget.checked)}
      />
      <div className={styles["about"]}>
        <div className={styles["condition"]}>
          <bdi>{condition}</bdi>
        </div>
        <div className={styles["facts"]}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </div>
      </div>
      <IconButton label={t("rules.editNamed", { name: condition })} icon={<IconPencil size={18} />} onClick={onEdit} />
      <IconButton
        label={t("rules.deleteNamed", { name: condition })}
        icon={<IconTrash size={18} />}
        disabled={remove.isPending}
        onClick={() => void ask()} // openConfirm never rejects
      />
    </li>
  );
}
