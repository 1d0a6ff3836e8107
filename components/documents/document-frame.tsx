"use client";

import { useLocale, useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { LoadingState } from "@/components/ui/state/loading-state";
import { useShownTheme, type ShownTheme } from "@/components/ui/use-shown-theme";
import { downloadBytes } from "@/lib/client/download-text";
import { urls } from "@/lib/client/urls";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./document-frame.module.css";
import { readFrameMessage, type FrameFailure, type FrameLook, type FromFrame, type ToFrame } from "./frame-messages";
import { useFrameWords } from "./frame-words";
import { startWatchdog } from "./watchdog";

type Props = {
  frame: string;
  name: string;
  bytes: ArrayBuffer;
  onClose: () => void;
  onFail: (reason: FrameFailure | "silent") => void;
};

const colorNames = ["--bg", "--panel", "--text", "--dim", "--line", "--accent"];

/** The frame that shows a document. It has no origin: it is told everything, and what it says is checked. */
export function DocumentFrame({ frame, name, bytes, onClose, onFail }: Props) {
  const t = useTranslations("documents");
  const locale = useLocale();
  const words = useFrameWords();
  const theme = useShownTheme();
  const node = useRef<HTMLIFrameElement>(null);
  const [isShown, setShown] = useState(false);

  const tell = (message: ToFrame) => node.current?.contentWindow?.postMessage(message, "*"); // it has no origin to name
  const look = (shown: ShownTheme): FrameLook => {
    const style = node.current === null ? null : getComputedStyle(node.current);
    return {
      colors: Object.fromEntries(colorNames.map((color) => [color, style?.getPropertyValue(color) ?? ""])),
      isDark: shown === "dark",
      dir: document.documentElement.dir === "rtl" ? "rtl" : "ltr",
      locale,
    };
  };
  const followLink = async (address: string) => {
    const isSure = await openConfirm({
      title: t("openLink"),
      body: <bdi className={styles["address"]}>{address}</bdi>,
      confirmLabel: t("openLinkConfirm"),
    });
    if (isSure) window.open(address, "_blank", "noopener,noreferrer");
  };
  const answer = useEffectEvent((message: FromFrame) => {
    if (message.type === "ready") tell({ type: "open", name, bytes, words, look: look(theme) });
    else if (message.type === "shown") {
      setShown(true);
      node.current?.focus();
    } else if (message.type === "failed") onFail(message.reason);
    else if (message.type === "key") onClose();
    else if (message.type === "link") void followLink(message.address);
    // What a person pressed in the frame counts for the page around it, too: nothing is saved without.
    else if (message.type === "save" && navigator.userActivation.isActive) downloadBytes(message.name, message.bytes);
  });
  const ping = useEffectEvent(() => tell({ type: "ping" }));
  const giveUp = useEffectEvent(() => onFail("silent"));

  useEffect(() => {
    const watchdog = startWatchdog({ ping: () => ping(), onSilence: () => giveUp() });
    const listen = ({ source, data }: MessageEvent<unknown>) => {
      if (source === null || source !== node.current?.contentWindow) return;
      const message = readFrameMessage(data);
      if (message === null) return;
      watchdog.heard();
      answer(message);
    };
    window.addEventListener("message", listen);
    return () => {
      watchdog.stop();
      window.removeEventListener("message", listen);
    };
  }, []);

  const restyle = useEffectEvent((shown: ShownTheme) => tell({ type: "look", look: look(shown) }));
  useEffect(() => restyle(theme), [theme]);

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
