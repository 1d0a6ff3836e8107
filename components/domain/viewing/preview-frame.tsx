"use client";

import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { isQuickLook } from "@/components/domain/folder/go-to";
import { nameOfEntry } from "@/components/domain/entry/neighbours";
import { Overlay } from "./overlay";
import { useDownload } from "./use-download";
import { useSwipe } from "./use-swipe";
import { ViewerBar } from "./viewer-bar";
import type { ViewerProps } from "./viewer-props";
import styles from "./overlay.module.css";

type Props = Pick<ViewerProps, "path" | "entry" | "neighbours" | "onClose" | "onNavigate"> & {
  tools?: ReactNode;
  /** Off for what has colors of the theme. */
  isDark?: boolean;
  /** Swiping goes to the neighbours; off while the picture is larger than the stage. */
  canSwipe?: boolean;
  /** Keys of the viewer; true when the frame is to leave one alone. */
  onKey?: (event: KeyboardEvent) => boolean;
  /** Space is the viewer's own key, unless it was opened for a quick look. */
  ownsSpace?: boolean;
  beside?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
};

// Arrows in these belong to them: they seek, choose, move the cursor.
const ownArrows = "input, select, textarea, video, audio, [role=slider]";

/** Space closes a picture or a document; a player keeps it for play and pause unless it was opened for a quick look. */
function closesBySpace(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.matches("button, input, select, textarea, a")) return false;
  return !target.matches("video, audio") || isQuickLook();
}

/** The frame of pictures, films, sound and PDF: previous and next by buttons, arrows and swipes. */
export function PreviewFrame(props: Props) {
  const {
    path,
    entry,
    neighbours,
    tools,
    isDark = true,
    canSwipe = true,
    onKey,
    onClose,
    onNavigate,
    children,
  } = props;
  const { ownsSpace = false, beside = null, below = null } = props;
  const t = useTranslations("open");
  const download = useDownload(path);
  const [previous, next] = [nameOfEntry(neighbours.previous), nameOfEntry(neighbours.next)];

  const go = (direction: "previous" | "next") => {
    const name = direction === "previous" ? previous : next;
    if (name !== null) onNavigate(name);
  };
  /** Left is back where people read from left to right. */
  const goTowards = (side: "left" | "right") => {
    const isRtl = document.documentElement.dir === "rtl";
    go((side === "left") === isRtl ? "next" : "previous");
  };
  const swipe = useSwipe({ isOn: canSwipe, onSwipe: (side) => goTowards(side === "left" ? "right" : "left") });

  const handleKey = (event: KeyboardEvent) => {
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey;
    if (event.key === " " && isPlain && closesBySpace(event.target) && (!ownsSpace || isQuickLook())) {
      event.preventDefault();
      onClose();
      return;
    }
    if (event.target instanceof Element && event.target.matches(ownArrows)) return;
    if (onKey?.(event) === true || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    if (event.key === "ArrowLeft" || event.key === "ArrowRight") {
      event.preventDefault();
      goTowards(event.key === "ArrowLeft" ? "left" : "right");
    }
  };

  return (
    <Overlay isDark={isDark} label={entry.name} onClose={onClose} onKey={handleKey}>
      <ViewerBar
        title={entry.name}
        position={neighbours.total > 1 && neighbours.position > 0 ? `${neighbours.position} / ${neighbours.total}` : ""}
        onDownload={download}
        onClose={onClose}
      >
        {tools}
      </ViewerBar>
      <div className={styles["frame"]}>
        <div className={styles["stage"]} {...swipe}>
          {children}
          {previous === null ? null : (
            <div className={styles["side"]} data-side="previous">
              <IconButton
                label={t("previous")}
                shortcut="←"
                icon={<IconChevronLeft size={22} data-flip />}
                onClick={() => go("previous")}
              />
            </div>
          )}
          {next === null ? null : (
            <div className={styles["side"]} data-side="next">
              <IconButton
                label={t("next")}
                shortcut="→"
                icon={<IconChevronRight size={22} data-flip />}
                onClick={() => go("next")}
              />
            </div>
          )}
        </div>
        {beside === null ? null : <div className={styles["beside"]}>{beside}</div>}
        {below === null ? null : <div className={styles["below"]}>{below}</div>}
      </div>
    </Overlay>
  );
}
