"use client";

import { IconCopy, IconDeviceFloppy, IconDownload, IconServer, IconTrash } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useCan } from "@/components/layout/use-can";
import { useErrorText } from "@/components/layout/use-error-text";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { showToast } from "@/components/ui/toast/toast-store";
import { useCopy } from "@/components/ui/use-copy";
import { api } from "@/lib/client/call";
import { downloadText } from "@/lib/client/download-text";
import type { SshKey } from "@/lib/contracts/crypto";
import { isKeyFileName } from "@/lib/shared/ssh-keys";
import { useRefreshKeys } from "./use-keys";

const CopyToHostDialog = lazyDialog(() => import("./copy-to-host-dialog"));

/** What can be done with one key. */
export function KeyActions({ sshKey }: { sshKey: SshKey }) {
  const t = useTranslations("crypto");
  const tUi = useTranslations("ui");
  const can = useCan();
  const errorText = useErrorText();
  const refresh = useRefreshKeys();
  const { copy } = useCopy();
  const [isCopying, setCopying] = useState(false);
  const { id, name, algorithm, has_passphrase: hasPassphrase } = sshKey;
  const usualName = `id_${algorithm}`;
  const remove = useMutation({
    mutationFn: () => api.crypto.deleteKey({ id }),
    onSuccess: () => showToast({ kind: "success", message: t("deleted") }),
    onSettled: refresh,
  });
  const download = useMutation({
    mutationFn: () => api.crypto.exportKey({ id }),
    onSuccess: ({ private_key: text }) => downloadText(usualName, text),
  });
  const save = async () => {
    const request = { title: t("save.title"), label: t("save.name"), confirmLabel: t("save.confirm") };
    const validate = async (fileName: string) => {
      if (!isKeyFileName(fileName)) return t("save.problem");
      try {
        await api.crypto.saveKey({ id, file_name: fileName });
        return null;
      } catch (error) {
        return errorText(error);
      }
    };
    const fileName = await openPrompt({ ...request, initial: usualName, validate });
    if (fileName === null) return;
    showToast({ kind: "success", message: t("save.done", { name: fileName }) });
    await refresh();
  };
  const askDownload = async () => {
    const body = t(hasPassphrase ? "download.locked" : "download.open");
    if (await openConfirm({ title: t("download.title", { name }), body, confirmLabel: t("download.confirm") }))
      download.mutate();
  };
  const askRemove = async () => {
    const request = { title: t("deleteTitle", { name }), body: t("deleteBody"), confirmLabel: tUi("delete") };
    if (await openConfirm({ ...request, danger: true })) remove.mutate();
  };
  const saveItem = {
    id: "save",
    label: t("save.open"),
    icon: <IconDeviceFloppy size={16} />,
    onSelect: () => void save(), // says its failures in the dialog
  };
  return (
    <>
      <ActionMenu
        label={t("menuOf", { name })}
        items={[
          {
            id: "copy",
            label: t("copyPublic"),
            icon: <IconCopy size={16} />,
            onSelect: () => {
              copy(sshKey.public_key);
              showToast({ kind: "success", message: tUi("copied") });
            },
          },
          {
            id: "download",
            label: t("download.action"),
            icon: <IconDownload size={16} />,
            onSelect: () => void askDownload(), // the dialog never rejects
          },
          {
            id: "to-host",
            label: t("toHost.open"),
            icon: <IconServer size={16} />,
            onSelect: () => setCopying(true),
          },
          ...(can("crypto_ssh_file") ? [saveItem] : []),
          { id: "divider", divider: true },
          {
            id: "delete",
            label: tUi("delete"),
            icon: <IconTrash size={16} />,
            danger: true,
            onSelect: () => void askRemove(), // the dialog never rejects
          },
        ]}
      />
      {isCopying ? <CopyToHostDialog sshKey={sshKey} onClose={() => setCopying(false)} /> : null}
    </>
  );
}
