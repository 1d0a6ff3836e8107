"use client";

import { usePathname } from "next/navigation";
import { useEffect } from "react";
import { useCan } from "@/components/layout/use-can";
import { lazyScreen } from "@/components/layout/lazy-screen";
import { wantedTerminal } from "@/components/domain/terminal/wanted-terminal";
import { useStore } from "@/components/ui/use-store";
import { pages } from "@/lib/client/urls";
import { listenToDockKey } from "./dock-key";
import { dockStore, recallDock, setDock } from "./terminal-store";

const DockPanel = lazyScreen(() => import("./dock-panel"));

/** The terminals below every page, loaded when they are first shown. */
export function TerminalDock() {
  const { isShown } = useStore(dockStore);
  const can = useCan();
  const isAllowed = can("terminal") || can("ssh_proxy");
  const wanted = useStore(wantedTerminal);
  // They are there already.
  const isOnPage = usePathname() === pages.terminal();
  useEffect(() => {
    if (!isAllowed) return undefined;
    recallDock();
    return listenToDockKey();
  }, [isAllowed]);
  useEffect(() => {
    if (wanted !== null) setDock({ isShown: true, activeId: wanted.id });
  }, [wanted]);
  return isAllowed && isShown && !isOnPage ? <DockPanel /> : null;
}
