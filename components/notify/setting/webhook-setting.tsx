"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { rowsIn } from "@/components/layout/rows-in";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { EmptyState } from "@/components/ui/state/empty-state";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { WebhookInfo } from "@/lib/contracts/notify-webhooks";
import { LastSent } from "@/components/notify/last-sent";
import styles from "@/components/notify/notify.module.css";
import { webhooksKey } from "./webhooks-key";

const WebhookDialog = lazyDialog(() => import("./webhook-dialog"));

/** The programs that get messages, and how the last ones went. */
export default function WebhookSetting() {
  const t = useTranslations("notify.webhooks");
  const [edited, setEdited] = useState<WebhookInfo | "new" | null>(null);
  const webhooks = useQuery({
    queryKey: webhooksKey,
    queryFn: async ({ signal }) => rowsIn(await api.notify.listWebhooks({}, { signal }), "webhooks"),
  });
  const add = (
    <Button variant="default" onClick={() => setEdited("new")}>
      {t("add")}
    </Button>
  );
  return (
    <Section title={t("title")} hint={t("hint")} actions={add}>
      <QueryState query={webhooks} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("empty")} compact />
          ) : (
            <ul className={styles["list"]}>
              {all.map((webhook) => (
                <Webhook key={webhook.id} webhook={webhook} onEdit={() => setEdited(webhook)} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {edited === null ? null : (
        <WebhookDialog webhook={edited === "new" ? null : edited} onClose={() => setEdited(null)} />
      )}
    </Section>
  );
}

function Webhook({ webhook, onEdit }: { webhook: WebhookInfo; onEdit: () => void }) {
  const t = useTranslations("notify.webhooks");
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: webhooksKey });
  const { id, name, origin, is_enabled: isEnabled, waiting, sent_at: sentAt, problem } = webhook;
  const test = useMutation({
    mutationFn: () => api.notify.testWebhook({ id }),
    onSuccess: ({ status }) => showToast({ kind: "success", message: t("testOk", { status: String(status) }) }),
    onSettled: refresh,
  });
  const remove = useMutation({ mutationFn: () => api.notify.deleteWebhook({ id }), onSettled: refresh });
  const ask = async () => {
    const title = t("deleteTitle", { name });
    if (await openConfirm({ title, body: t("deleteText"), confirmLabel: t("delete"), danger: true })) remove.mutate();
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>
          {name}
          {isEnabled ? null : <Badge>{t("off")}</Badge>}
        </div>
        <div className={styles["facts"]}>
          <bdi>{origin}</bdi>
          <LastSent atMs={sentAt} problem={problem} />
          {waiting === 0 ? null : <span>{t("waiting", { count: waiting })}</span>}
        </div>
      </div>
      <div className={styles["buttons"]}>
        <Button variant="default" disabled={!isEnabled} loading={test.isPending} onClick={() => test.mutate()}>
          {t("test")}
        </Button>
        <Button variant="default" onClick={onEdit}>
          {t("edit")}
        </Button>
        <Button
          variant="default"
          loading={remove.isPending}
          onClick={() => void ask()} // openConfirm never rejects
        >
          {t("delete")}
        </Button>
      </div>
    </li>
  );
}
