"use client";

import { IconTerminal2 } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useCan } from "@/components/layout/use-can";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { wantedTerminal } from "@/components/domain/terminal/wanted-terminal";
import { useStore } from "@/components/ui/use-store";
import { pages } from "@/lib/client/urls";
import { anyTerminal } from "@/lib/shared/terminals";
import { listenToDockKey } from "./dock-key";
import { dockStore, recallDock, setDock, showTerminal } from "./dock-store";
import styles from "./show-dock.module.css";

const DockPanel = lazyScreen(() => import("./dock-panel"));

/** The terminals below every page, loaded when they are first shown. */
export function TerminalDock() {
  const { isShown, activeId } = useStore(dockStore);
  const can = useCan();
  const isAllowed = anyTerminal.some((permission) => can(permission));
  const wanted = useStore(wantedTerminal);
  // They are there already.
  const isOnPage = usePathname() === pages.terminal();
  useEffect(() => {
    if (!isAllowed) return undefined;
    recallDock();
    return listenToDockKey();
  }, [isAllowed]);
  useEffect(() => {
    if (wanted !== null) showTerminal(wanted.id);
  }, [wanted]);
  if (!isAllowed || isOnPage) return null;
  if (isShown) return <DockPanel />;
  return activeId === null ? null : <ShowButton />;
}

/** Where they were, for whoever has hidden them. */
function ShowButton() {
  const t = useTranslations("terminal");
  return (
    <button
      type="button"
      className={styles["showDock"]}
      data-tip={`${t("show")} (Ctrl+\`)`}
      onClick={() => setDock({ isShown: true })}
    >
      <IconTerminal2 size={15} />
      {t("show")}
    </button>
  );
}
