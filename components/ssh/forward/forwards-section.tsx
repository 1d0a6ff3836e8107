"use client";

import { Button, Switch } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { Section } from "@/components/layout/section";
import { UnreadableNote } from "@/components/layout/unreadable-note";
import { useErrorText } from "@/components/layout/use-error-text";
import { rangeTexts, usePortRange } from "@/components/layout/use-port-range";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Badge } from "@/components/ui/badge";
import { IconButton } from "@/components/ui/icon-button";
import { Table, type Column } from "@/components/ui/table";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { keepChannel } from "@/lib/client/channel";
import type { SshHost } from "@/lib/contracts/ssh";
import type { SshForward } from "@/lib/contracts/ssh-forwards";
import { AppError, isErrorKey } from "@/lib/shared/errors";
import { ForwardDialog } from "./forward-dialog";
import styles from "@/components/ssh/ssh.module.css";

const tones = { off: "plain", starting: "plain", open: "ok", waiting: "warn" } as const;

type Forwards = { forwards: readonly SshForward[]; unreadable: number };

/** Ports that are passed on by way of hosts, with what goes through them. */
export function ForwardsSection({ hosts }: { hosts: readonly SshHost[] }) {
  const t = useTranslations("ssh.forwards");
  const [{ forwards, unreadable }, setForwards] = useState<Forwards>({ forwards: [], unreadable: 0 });
  const [isAdding, setAdding] = useState(false);
  useEffect(
    () =>
      keepChannel("ssh/forwards", {}, (news) =>
        setForwards({ forwards: news.forwards, unreadable: news.unreadable ?? 0 }),
      ),
    [],
  );
  return (
    <Section
      title={t("title")}
      hint={t("hint")}
      actions={
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} />} onClick={() => setAdding(true)}>
          {t("add")}
        </Button>
      }
    >
      <UnreadableNote count={unreadable} />
      {forwards.length === 0 ? <p className={styles["dim"]}>{t("empty")}</p> : <ForwardTable forwards={forwards} />}
      {isAdding ? <ForwardDialog hosts={hosts} onClose={() => setAdding(false)} /> : null}
    </Section>
  );
}

function ForwardTable({ forwards }: { forwards: readonly SshForward[] }) {
  const t = useTranslations("ssh.forwards");
  const errorText = useErrorText();
  const range = usePortRange();
  const formatSize = useFormatSize();
  const attempt = (work: Promise<unknown>) => {
    work.catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
  const targetOf = ({ kind, target_address: address, target_port: port }: SshForward) =>
    kind === "dynamic" ? t("socks") : `${address}:${port}`;
  const columns: Column<SshForward>[] = [
    {
      id: "what",
      title: t("what"),
      width: "45%",
      renderCell: (forward) => (
        <div className={`${styles["name"]} ${styles["besideTools"]}`}>
          <strong dir="ltr">
            {forward.bind_address}:{forward.bind_port} → {targetOf(forward)}
          </strong>
          <span className={styles["dim"]}>
            {t(`kinds.${forward.kind}`)} · {t("via", { host: forward.host_name })}
          </span>
        </div>
      ),
    },
    {
      id: "state",
      title: t("state"),
      isLine: true,
      renderCell: ({ state, error, host_name: host, bind_port: port }) => (
        <div className={styles["name"]}>
          <span>
            <Badge tone={tones[state]}>{t(`states.${state}`)}</Badge>
          </span>
          {error !== null && isErrorKey(error) ? (
            <span className={styles["dim"]}>
              {errorText(new AppError(error, { host, port, ...rangeTexts(range) }))}
            </span>
          ) : null}
        </div>
      ),
    },
    {
      id: "traffic",
      title: t("traffic"),
      wideOnly: true,
      renderCell: ({ bytes_out: sent, bytes_in: received }) => (
        <span className={styles["dim"]}>{t("bytes", { sent: formatSize(sent), received: formatSize(received) })}</span>
      ),
    },
    {
      id: "actions",
      title: t("state"),
      isTitleHidden: true,
      align: "end",
      renderCell: ({ id, is_enabled: isEnabled, bind_address: address, bind_port: port }) => (
        <div className={styles["tools"]}>
          <Switch
            aria-label={t("switch", { name: `${address}:${port}` })}
            checked={isEnabled}
            onChange={() => attempt(api.ssh.switchForward({ id, is_enabled: !isEnabled }))}
          />
          <IconButton
            label={t("delete", { name: `${address}:${port}` })}
            icon={<IconTrash size={16} />}
            onClick={() => attempt(api.ssh.deleteForward({ id }))}
          />
        </div>
      ),
    },
  ];
  return <Table label={t("title")} columns={columns} rows={forwards} rowKey={({ id }) => id} />;
}
