"use client";

import { IconCopy, IconExternalLink, IconLink, IconPencil, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { showToast } from "@/components/ui/toast/toast-store";
import { useCopy } from "@/components/ui/use-copy";
import type { Share } from "@/lib/contracts/share";
import { useAddressOf } from "./use-address-of";
import { relinkRequest, shareRequest } from "./share-store";
import { useRevokeShare } from "./use-shares";

/** What can be done with one share. */
export function ShareActions({ share }: { share: Share }) {
  const t = useTranslations("share");
  const addressOf = useAddressOf();
  const tUi = useTranslations("ui");
  const revoke = useRevokeShare();
  const { copy } = useCopy();
  const end = async () => {
    const { id, title } = share;
    const request = { title: t("revokeTitle", { title }), body: t("revokeBody"), confirmLabel: t("revoke") };
    if (await openConfirm({ ...request, danger: true }))
      revoke.mutate(id, { onSuccess: () => showToast({ kind: "success", message: t("revoked") }) });
  };
  return (
    <ActionMenu
      label={t("menuOf", { name: share.title })}
      items={[
        {
          id: "copy",
          label: t("copyLink"),
          icon: <IconCopy size={16} />,
          onSelect: () => {
            copy(addressOf(share));
            showToast({ kind: "success", message: tUi("copied") });
          },
        },
        {
          id: "open",
          label: t("openLink"),
          icon: <IconExternalLink size={16} />,
          onSelect: () => window.open(addressOf(share), "_blank", "noopener"),
        },
        {
          id: "edit",
          label: t("edit"),
          icon: <IconPencil size={16} />,
          onSelect: () => shareRequest.set({ kind: "edit", share }),
        },
        ...(share.missing_count === 0
          ? []
          : [
              {
                id: "relink",
                label: t("relink"),
                icon: <IconLink size={16} />,
                onSelect: () => relinkRequest.set(share),
              },
            ]),
        { id: "divider", divider: true },
        {
          id: "revoke",
          label: t("revoke"),
          icon: <IconTrash size={16} />,
          danger: true,
          onSelect: () => void end(), // the dialog never rejects
        },
      ]}
    />
  );
}
