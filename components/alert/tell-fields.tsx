"use client";

import { Checkbox, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { queryOf } from "@/lib/client/query-of";
import { allRoutes } from "@/lib/client/all-routes";
import { importances } from "@/lib/shared/notify";
import { CheckList } from "./check-list";
import type { RuleDraft } from "./rule-draft";
import styles from "./alerts.module.css";

const ways = ["list", "push", "mail"] as const;
const repeats = [0, 60, 360, 1440] as const;

type Props = { draft: RuleDraft; onChange: (change: Partial<RuleDraft>) => void };

/** How the rule tells, whom, and when not. */
export function TellFields({ draft, onChange }: Props) {
  const t = useTranslations("alert");
  const tNotify = useTranslations("notify");
  const listed = [...new Set([...repeats, draft.repeatMinutes])].sort((a, b) => a - b);
  return (
    <>
      <div className={styles["fields"]}>
        <NativeSelect
          label={t("fields.importance")}
          value={draft.importance}
          data={importances.map((one) => ({ value: one, label: t(`importances.${one}`) }))}
          onChange={({ currentTarget }) =>
            onChange({ importance: importances.find((one) => one === currentTarget.value) ?? "warning" })
          }
        />
        <NativeSelect
          label={t("fields.repeat")}
          value={String(draft.repeatMinutes)}
          data={listed.map((minutes) => ({
            value: String(minutes),
            label: minutes === 0 ? t("fields.never") : t("rules.again", { hours: Math.round(minutes / 6) / 10 }),
          }))}
          onChange={({ currentTarget }) => onChange({ repeatMinutes: Number(currentTarget.value) })}
        />
      </div>
      <fieldset className={styles["group"]}>
        <legend>{t("fields.ways")}</legend>
        <div className={styles["checks"]}>
          {ways.map((way) => (
            <Checkbox
              key={way}
              label={tNotify(`ways.${way}`)}
              checked={draft.ways.includes(way)}
              onChange={({ currentTarget }) =>
                onChange({
                  ways: ways.filter((one) => (one === way ? currentTarget.checked : draft.ways.includes(one))),
                })
              }
            />
          ))}
        </div>
      </fieldset>
      <Switch
        label={t("fields.quiet")}
        description={t("fields.quietHint")}
        checked={draft.isQuiet}
        onChange={({ currentTarget }) => onChange({ isQuiet: currentTarget.checked })}
      />
      {draft.isQuiet ? (
        <div className={styles["fields"]}>
          <TextInput
            type="time"
            label={t("fields.from")}
            value={draft.quietFrom}
            onChange={({ currentTarget }) => onChange({ quietFrom: currentTarget.value })}
          />
          <TextInput
            type="time"
            label={t("fields.to")}
            value={draft.quietTo}
            onChange={({ currentTarget }) => onChange({ quietTo: currentTarget.value })}
          />
        </div>
      ) : null}
      <Receivers draft={draft} onChange={onChange} />
    </>
  );
}

/** Everybody who may see the system, or some of them; all webhooks, or some. */
function Receivers({ draft, onChange }: Props) {
  const t = useTranslations("alert");
  const choices = useQuery(queryOf(allRoutes.alert.listAlertChoices, {}));
  const { roles = [], users = [], webhooks = [] } = choices.data ?? {};
  return (
    <>
      <CheckList
        label={t("fields.onlySome")}
        hint={t("fields.onlySomeHint")}
        groups={[
          {
            title: t("fields.roles"),
            parts: roles,
            chosen: draft.role_ids,
            onChange: (role_ids) => onChange({ role_ids }),
          },
          {
            title: t("fields.users"),
            parts: users,
            chosen: draft.user_ids,
            onChange: (user_ids) => onChange({ user_ids }),
          },
        ]}
        isOpen={draft.role_ids.length + draft.user_ids.length > 0}
        onClose={() => onChange({ role_ids: [], user_ids: [] })}
      />
      {webhooks.length === 0 ? null : (
        <CheckList
          label={t("fields.onlyWebhooks")}
          hint={t("fields.onlyWebhooksHint")}
          groups={[
            {
              title: t("fields.webhooks"),
              parts: webhooks,
              chosen: draft.webhook_ids ?? [],
              onChange: (webhook_ids) => onChange({ webhook_ids }),
            },
          ]}
          isOpen={draft.webhook_ids !== null}
          onOpen={() => onChange({ webhook_ids: [] })}
          onClose={() => onChange({ webhook_ids: null })}
        />
      )}
    </>
  );
}
