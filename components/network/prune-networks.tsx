"use client";

import { useTranslations } from "next-intl";
import { PruneDialog } from "@/components/domain/docker/prune-dialog";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";

export default function PruneNetworks({ onClose }: { onClose: () => void }) {
  const t = useTranslations("network.prune");
  return (
    <PruneDialog
      title={t("title")}
      text={t("text")}
      none={t("none")}
      confirmLabel={(count) => t("confirm", { count })}
      find={async (signal) =>
        (await api.network.listUnusedNetworks({}, { signal })).networks.map(({ id, name, subnets }) => ({
          id,
          name,
          note: subnets.join(", "),
          isChosen: true,
        }))
      }
      prune={async (ids) => {
        const { removed, kept } = await api.network.pruneNetworks({ ids });
        showToast(
          kept.length === 0
            ? { kind: "success", message: t("done", { count: removed.length }) }
            : { kind: "warning", message: t("kept", { count: removed.length, kept: kept.length }) },
        );
      }}
      onClose={onClose}
    />
  );
}
