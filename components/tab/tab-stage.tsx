"use client";

import { useTranslations } from "next-intl";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import {
  Fragment,
  startTransition,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type ReactNode,
} from "react";
import { settleStep, stateOfReturn } from "@/components/domain/folder/place-memory";
import { followHistory, setStage } from "@/components/domain/tab/tab-moves";
import { pageTitle } from "@/components/layout/page-title";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { basePath } from "@/lib/client/base-path";
import { parkedTabs } from "@/lib/client/tab/page-guard";
import { addressOfWindow, notePage, startTabs, tabStore } from "@/lib/client/tab/tab-store";
import { pages } from "@/lib/client/urls";
import { maxTabs } from "@/lib/shared/tabs";
import { listenToTabKeys } from "./tab-keys";
import { listenToMiddleClicks } from "./middle-click";

/** Which tab a step of the history belongs to. */
const stateKey = "filedeckTab";
/** A page that is left and shown again may take so long until it is as high as it was. */
const settleMs = 1500;

const tabOf = (state: unknown): string | null => {
  const id: unknown = typeof state === "object" && state !== null ? Reflect.get(state, stateKey) : null;
  return typeof id === "string" ? id : null;
};
/** The tab of the step that the browser is at becomes the current one. Answers the one that is left, if it was another. */
const followStep = () => {
  const id = tabOf(history.state);
  return id === null ? null : followHistory(id);
};
const scroller = () => document.getElementById("main");
const isFolder = (address: string) => address === pages.files() || address.startsWith(`${pages.files()}/`);

/** The page of the tab that is shown: each tab has its own, which begins as it was left. */
export function TabStage({ children }: { children: ReactNode }) {
  const t = useTranslations("tab");
  const tUi = useTranslations("ui");
  const router = useRouter();
  const pathname = usePathname();
  const search = useSearchParams().toString();
  /** Changes with the page, not before it: a route that is still loading leaves the last one on the screen. */
  const [shown, setShown] = useState(0);
  const placeId = useRef<string | null>(null);
  const scrollTo = useRef(0);
  /** Another tab is the current one already, and its page not there yet. */
  const isSwitching = useRef(false);

  const stage = useEffectEvent(() => ({
    show: ({ tab, left, isReplacing }: Parameters<Parameters<typeof setStage>[0]["show"]>[0]) => {
      const state = { ...stateOfReturn(left?.placeId ?? null), [stateKey]: tab.id };
      scrollTo.current = left?.scroll ?? 0;
      isSwitching.current = true;
      startTransition(() => {
        setShown((count) => count + 1);
        // A folder needs nothing from Next's server, see go-to.ts.
        const isQuick = isFolder(tab.address) && isFolder(addressOfWindow());
        const url = basePath() + tab.address;
        if (!isQuick && isReplacing) router.replace(tab.address);
        else if (!isQuick) router.push(tab.address);
        else if (isReplacing) history.replaceState(state, "", url);
        else history.pushState(state, "", url);
      });
    },
    whereNow: () => ({ placeId: placeId.current, scroll: scroller()?.scrollTop ?? 0 }),
    tellFull: () => showToast({ kind: "warning", message: t("full", { count: maxTabs }) }),
    askToLose: () =>
      openConfirm({
        title: tUi("unsavedTitle"),
        body: tUi("unsavedBody"),
        confirmLabel: tUi("unsavedLeave"),
        danger: true,
      }),
  }));
  useEffect(() => {
    startTabs();
    return setStage(stage());
  }, []);

  const page = `${shown} ${pathname}?${search}`;
  useEffect(() => {
    if (page === "") return undefined;
    const settle = () => {
      placeId.current = settleStep({ [stateKey]: tabStore.get().current.id });
      notePage({ address: addressOfWindow(), title: pageTitle.get() });
    };
    // The router may have been told of Back and Forward before the listener below.
    if (!isSwitching.current) followStep();
    isSwitching.current = false;
    settle();
    return pageTitle.subscribe(() => {
      if (!isSwitching.current) settle();
    });
  }, [page]);

  useEffect(() => {
    const onPopState = () => {
      const left = followStep();
      // Where the address is another, its page is another by itself.
      if (left !== null && left.address.split("?")[0] === addressOfWindow().split("?")[0])
        startTransition(() => setShown((count) => count + 1));
    };
    const onUnload = (event: BeforeUnloadEvent) => {
      if (parkedTabs.get().size > 0) event.preventDefault();
    };
    const stop = new AbortController();
    window.addEventListener("popstate", onPopState, { signal: stop.signal });
    window.addEventListener("beforeunload", onUnload, { signal: stop.signal });
    listenToTabKeys(stop.signal);
    listenToMiddleClicks(stop.signal);
    return () => stop.abort();
  }, []);

  useLayoutEffect(() => {
    const main = scroller();
    const wanted = scrollTo.current;
    if (main === null || shown === 0) return undefined;
    main.scrollTop = wanted;
    if (main.scrollTop === wanted) return undefined;
    // What is still being loaded makes it higher.
    const untilMs = performance.now() + settleMs;
    const again = () => {
      main.scrollTop = wanted;
      if (main.scrollTop !== wanted && performance.now() < untilMs) frame = requestAnimationFrame(again);
    };
    let frame = requestAnimationFrame(again);
    return () => cancelAnimationFrame(frame);
  }, [shown]);

  return <Fragment key={shown}>{children}</Fragment>;
}
