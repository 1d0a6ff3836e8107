"use client";

import { IconCopy, IconFolder, IconPencil, IconPlugConnectedX, IconTerminal2, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { openHostTerminal } from "@/components/domain/terminal/open-host-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { SshHost } from "@/lib/contracts/ssh";
import { hostRequest } from "./host-request";
import { pageOfFiles } from "./host-verbs";
import { useRefreshPlaces } from "./use-hosts";
import styles from "./ssh.module.css";

/** What can be done with one host. */
export function HostActions({ host }: { host: SshHost }) {
  const t = useTranslations("ssh");
  const errorText = useErrorText();
  const router = useRouter();
  const refreshPlaces = useRefreshPlaces();
  const { id, name, is_own: isOwn, is_place: isPlace, connection } = host;
  const attempt = (work: () => Promise<unknown>) => {
    work().catch((error: unknown) => showToast({ kind: "error", message: errorText(error) }));
  };
  const browse = async () => {
    const page = await pageOfFiles(host);
    if (page !== null) router.push(page);
    refreshPlaces();
  };
  const remove = async () => {
    const isSure = await openConfirm({
      title: t("deleteTitle", { name }),
      body: t("deleteBody"),
      confirmLabel: t("delete"),
      danger: true,
    });
    if (isSure) await api.ssh.deleteHost({ id });
    refreshPlaces();
  };
  const ownItems: MenuItem[] = [
    {
      id: "edit",
      label: t("edit"),
      icon: <IconPencil size={16} />,
      onSelect: () => hostRequest.set({ kind: "edit", host }),
    },
    {
      id: "duplicate",
      label: t("duplicate"),
      icon: <IconCopy size={16} />,
      onSelect: () => hostRequest.set({ kind: "create", like: host, name: t("copyName", { name }) }),
    },
    { id: "divider", divider: true },
    {
      id: "delete",
      label: t("delete"),
      icon: <IconTrash size={16} />,
      danger: true,
      onSelect: () => attempt(remove),
    },
  ];
  const items: MenuItem[] = [
    ...(connection === "open"
      ? [
          {
            id: "disconnect",
            label: t("disconnect"),
            icon: <IconPlugConnectedX size={16} />,
            onSelect: () => attempt(() => api.ssh.disconnectHost({ id })),
          },
        ]
      : []),
    ...(isOwn ? ownItems : []),
  ];
  return (
    <div className={styles["tools"]}>
      <IconButton
        label={t("terminal")}
        icon={<IconTerminal2 size={18} />}
        onClick={() => attempt(() => openHostTerminal(id))}
      />
      {isOwn || isPlace ? (
        <IconButton label={t("files")} icon={<IconFolder size={18} />} onClick={() => attempt(browse)} />
      ) : null}
      {items.length === 0 ? null : <ActionMenu label={t("more")} items={items} />}
    </div>
  );
}
