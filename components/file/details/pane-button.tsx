"use client";

import { IconLayoutSidebarRight } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { togglePane, usePaneOpen } from "./pane-open";

/** Shows and hides the pane where there is room for one; by Alt+P, too. */
export default function PaneButton() {
  const t = useTranslations("file");
  const isOpen = usePaneOpen();
  const isOffered = isOpen !== null;
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isMeant = event.code === "KeyP" && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      if (!isOffered || !isMeant || event.defaultPrevented) return;
      event.preventDefault();
      togglePane();
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, [isOffered]);
  return isOffered ? (
    <IconButton
      label={t("detailsPane")}
      shortcut="Alt+P"
      icon={<IconLayoutSidebarRight size={18} stroke={1.7} data-flip />}
      aria-pressed={isOpen}
      onClick={togglePane}
    />
  ) : null;
}
