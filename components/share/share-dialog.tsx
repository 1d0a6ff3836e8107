"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import type { Share } from "@/lib/contracts/share";
import { shownName } from "@/lib/shared/shown-name";
import { ShareForm } from "./share-form";
import { ShareReady } from "./share-ready";
import type { ShareRequest } from "./share-store";

/** Asks what a link may do, then shows it. */
export default function ShareDialog({ request, onClose }: { request: ShareRequest; onClose: () => void }) {
  const t = useTranslations("share");
  const [ready, setReady] = useState<Share | null>(null);
  const title =
    ready !== null
      ? t("readyTitle")
      : request.kind === "edit"
        ? t("editTitle")
        : t("createTitle", { count: request.files.length, name: request.name });
  return (
    <DialogCard title={<bdi>{shownName(title)}</bdi>} onClose={onClose} size={520}>
      {ready === null ? (
        <ShareForm request={request} onCancel={onClose} onSaved={request.kind === "edit" ? onClose : setReady} />
      ) : (
        <ShareReady share={ready} onDone={onClose} />
      )}
    </DialogCard>
  );
}
