"use client";

import { useTranslations } from "next-intl";
import { PruneDialog } from "@/components/domain/docker/prune-dialog";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { volumeText } from "./filter-volumes";

/** Volumes with a name may hold what somebody wants back: they are to be chosen one by one. */
export default function PruneVolumes({ onClose }: { onClose: () => void }) {
  const t = useTranslations("volume");
  return (
    <PruneDialog
      title={t("prune.title")}
      text={t("prune.text")}
      none={t("prune.none")}
      confirmLabel={(count) => t("prune.confirm", { count })}
      find={async (signal) =>
        (await api.volume.listUnusedVolumes({}, { signal })).volumes.map(({ name, size, is_anonymous }) => ({
          id: name,
          name: volumeText({ id: name, is_anonymous }),
          note: is_anonymous ? t("anonymous") : "",
          size,
          isChosen: is_anonymous,
        }))
      }
      prune={async (names) => {
        const { removed, kept } = await api.volume.pruneVolumes({ names });
        showToast(
          kept.length === 0
            ? { kind: "success", message: t("prune.done", { count: removed.length }) }
            : { kind: "warning", message: t("prune.kept", { count: removed.length, kept: kept.length }) },
        );
      }}
      onClose={onClose}
    />
  );
}
