"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import type { FrameFailure } from "@/components/domain/viewing/frame/frame-messages";
import { useFrame } from "@/components/domain/viewing/frame/use-frame";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { LoadingState } from "@/components/ui/state/loading-state";
import { downloadBytes } from "@/lib/client/download-text";
import { urls } from "@/lib/client/urls";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./document-frame.module.css";
import { useFrameWords } from "./frame-words";

type Props = {
  frame: string;
  name: string;
  bytes: ArrayBuffer;
  onClose: () => void;
  onFail: (reason: FrameFailure | "silent") => void;
};

/** The frame that shows a document. */
export function DocumentFrame({ frame, name, bytes, onClose, onFail }: Props) {
  const t = useTranslations("documents");
  const words = useFrameWords();
  const [isShown, setShown] = useState(false);

  const followLink = async (address: string) => {
    const isSure = await openConfirm({
      title: t("openLink"),
      body: <bdi className={styles["address"]}>{address}</bdi>,
      confirmLabel: t("openLinkConfirm"),
    });
    if (isSure) window.open(address, "_blank", "noopener,noreferrer");
  };
  const node = useFrame({
    content: () => ({ name, bytes, words }),
    onSilence: () => onFail("silent"),
    onMessage: (message) => {
      if (message.type === "shown") {
        setShown(true);
        node.current?.focus();
      } else if (message.type === "failed") onFail(message.reason);
      else if (message.type === "key") onClose();
      else if (message.type === "link") void followLink(message.address);
      // What a person pressed in the frame counts for the page around it, too: nothing is saved without.
      else if (message.type === "save" && navigator.userActivation.isActive) downloadBytes(message.name, message.bytes);
    },
  });

  return (
    <div className={styles["box"]} aria-busy={!isShown}>
      {isShown ? null : <LoadingState rows={14} />}
      <iframe
        ref={node}
        className={styles["frame"]}
        data-shown={isShown}
        title={shownName(name)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        src={urls.asset(`frames/${frame}`)}
      />
    </div>
  );
}
