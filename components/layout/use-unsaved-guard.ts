"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useEffect, useEffectEvent } from "react";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { stripBasePath } from "@/lib/client/base-path";
import { pageGuard, type PageGuard } from "@/lib/client/tab/page-guard";

const nothing = () => {};

/**
 * While there are unsaved changes: the browser asks before it unloads the page, and links of the app ask before they are
 * followed. Answers a function for the editor's own way out. `park`: another tab of the window is shown without asking, and this
 * puts the changes aside until the page is shown again; answers what throws them away.
 */
export function useUnsavedGuard(isDirty: boolean, park?: () => () => void): (leave: () => void) => void {
  const t = useTranslations("ui");
  const router = useRouter();

  const ask = async (leave: () => void) => {
    const isSure = await openConfirm({
      title: t("unsavedTitle"),
      body: t("unsavedBody"),
      confirmLabel: t("unsavedLeave"),
      danger: true,
    });
    if (isSure) leave();
  };
  const askForLink = useEffectEvent((href: string) => void ask(() => router.push(href))); // openConfirm never rejects

  const askForTab = useEffectEvent((leave: () => void) => void ask(leave)); // as above
  const parkForTab = useEffectEvent(() => park?.() ?? nothing);
  const canPark = park !== undefined;
  useEffect(() => {
    if (!isDirty) return undefined;
    const guard: PageGuard = { ask: (leave) => askForTab(leave), park: canPark ? () => parkForTab() : null };
    pageGuard.set(guard);
    return () => pageGuard.set((current) => (current === guard ? null : current));
  }, [isDirty, canPark]);

  useEffect(() => {
    if (!isDirty) return undefined;
    const stop = new AbortController();
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!link || !isPlain || link.target === "_blank" || link.origin !== location.origin || link.hash !== "") return;
      // A download leaves nothing.
      if (link.hasAttribute("download")) return;
      event.preventDefault();
      event.stopPropagation();
      askForLink(stripBasePath(link.pathname) + link.search);
    };
    window.addEventListener("beforeunload", onUnload, { signal: stop.signal });
    // In the capture phase: before the router's own links see the click.
    document.addEventListener("click", onClick, { signal: stop.signal, capture: true });
    return () => stop.abort();
  }, [isDirty]);

  return (leave) => (isDirty ? void ask(leave) : leave()); // as above
}
