"use client";

import { useTranslations } from "next-intl";
import { Suspense, useEffect } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { useIsMobile } from "@/components/ui/use-media";
import { useStore } from "@/components/ui/use-store";
import { shownTabs, tabStore } from "@/lib/client/tab/tab-store";
import styles from "./tab-slot.module.css";

const TabBar = lazyPart(() => import("./tab-bar"));
const TabSheet = lazyPart(() => import("./tab-sheet"));

function useHasTabs(): boolean {
  return shownTabs(useStore(tabStore)).length > 1;
}

/** Above the page: nothing with a single page; the bar is loaded with the second one, and its place is kept meanwhile. */
export function TabSlot() {
  const t = useTranslations("tab");
  const isMobile = useIsMobile();
  const isShown = useHasTabs() && !isMobile;
  useEffect(() => {
    // What is opened over the whole window leaves the bar in sight (overlay.module.css).
    document.documentElement.toggleAttribute("data-tabs", isShown);
  }, [isShown]);
  if (!isShown) return null;
  return (
    <section aria-label={t("label")} className={styles["slot"]}>
      <Suspense>
        <TabBar />
      </Suspense>
    </section>
  );
}

/** In the header of a phone. */
export function TabButton() {
  const isMobile = useIsMobile();
  const isShown = useHasTabs() && isMobile;
  return isShown ? (
    <Suspense>
      <TabSheet />
    </Suspense>
  ) : null;
}
