"use client";

import { useTranslations } from "next-intl";
import { IconChevronDown, IconMaximize, IconMinimize } from "@tabler/icons-react";
import { useEffect } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useIsMobile } from "@/components/ui/use-media";
import { useStore } from "@/components/ui/use-store";
import { Divider } from "./divider";
import { TerminalPanel } from "./terminal-panel";
import { dockHeight, dockStore, setDock } from "./dock-store";
import styles from "./terminal.module.css";

/** By an arrow key. */
const stepPixels = 24;
/** Of the window's height. */
const most = 0.85;

function clamp(height: number): number {
  return Math.round(Math.max(dockHeight.least, Math.min(height, window.innerHeight * most)));
}

/** The terminals at the bottom of the window, as high as the user wants; on a phone, and on request, all of it. */
export default function DockPanel() {
  const t = useTranslations("terminal");
  const { height, isFull, isRecalled } = useStore(dockStore);
  const isMobile = useIsMobile();
  const isWhole = isFull || isMobile;
  useEffect(() => {
    const fit = () => setDock({ height: clamp(dockStore.get().height) });
    window.addEventListener("resize", fit);
    return () => window.removeEventListener("resize", fit);
  }, []);
  return (
    <section
      className={styles["dock"]}
      aria-label={t("title")}
      data-full={isWhole || undefined}
      data-own-keys
      style={isWhole ? undefined : { blockSize: height }}
    >
      {isWhole ? null : (
        <Divider
          orientation="horizontal"
          label={t("resize")}
          className={styles["grip"]}
          value={height}
          least={dockHeight.least}
          step={stepPixels}
          onMove={(pixels, from) => setDock({ height: clamp(from - pixels) })}
          onReset={() => setDock({ height: dockHeight.usual })}
        />
      )}
      <TerminalPanel
        isWhole={isWhole}
        tools={<DockButtons isMobile={isMobile} />}
        onUnwanted={isRecalled ? () => setDock({ isShown: false }) : undefined}
      />
    </section>
  );
}

function DockButtons({ isMobile }: { isMobile: boolean }) {
  const t = useTranslations("terminal");
  const { isFull } = useStore(dockStore);
  return (
    <>
      {isMobile ? null : (
        <IconButton
          label={t(isFull ? "leaveFullScreen" : "fullScreen")}
          icon={isFull ? <IconMinimize size={16} /> : <IconMaximize size={16} />}
          onClick={() => setDock({ isFull: !isFull })}
        />
      )}
      <IconButton
        label={t("hide")}
        shortcut="Ctrl+`"
        icon={<IconChevronDown size={16} />}
        onClick={() => setDock({ isShown: false })}
      />
    </>
  );
}
