"use client";

import { useMessages, useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { Suspense, useState } from "react";
import { Page } from "@/components/layout/page";
import { useCachedMe } from "@/components/layout/use-me";
import { EmptyState } from "@/components/ui/state/empty-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { pages } from "@/lib/client/urls";
import { findPlaces, findSections } from "./find-sections";
import { FoundPlaces } from "./found-places";
import { SectionNav } from "./section-nav";
import { TransferButtons } from "./transfer-buttons";
import { useMounted, useSections, useSettingPlaces } from "./use-sections";
import styles from "./settings.module.css";

/** The settings that a user may change: each feature has its own part. All of them, the one of the address, or those that a search finds. */
export default function SettingsPage() {
  const t = useTranslations("setting");
  const tUi = useTranslations("ui");
  const messages = useMessages();
  const router = useRouter();
  const asked = useSearchParams().get("section");
  const [wanted, setWanted] = useState("");
  const sections = useSections();
  const me = useCachedMe();
  const isRoot = me?.is_root === true;
  const chosen = sections.find(({ id }) => id === asked) ?? null;
  const isSearching = wanted.trim() !== "";
  const found = findSections(sections, messages, wanted);
  const places = findPlaces(useSettingPlaces(), messages, wanted);
  const shown = isSearching ? found : chosen === null ? sections : [chosen];
  const mounted = useMounted(shown);
  if (sections.length === 0)
    return (
      <Page title={t("title")}>
        {me === undefined ? (
          <LoadingState rows={8} />
        ) : (
          <EmptyState title={t("noneMine")} hint={tUi("forbiddenHint")} />
        )}
      </Page>
    );
  return (
    <Page title={t("title")} isWide actions={isRoot ? <TransferButtons /> : null}>
      <div className={styles["columns"]}>
        <SectionNav
          sections={isSearching ? found : sections}
          chosen={isSearching ? undefined : (chosen?.id ?? null)}
          wanted={wanted}
          onSearch={setWanted}
          onChoose={(id) => {
            setWanted("");
            router.push(pages.settings(id ?? undefined));
          }}
        />
        <div className={styles["content"]}>
          <output className="visually-hidden">
            {isSearching ? t("found", { count: found.length + places.length }) : ""}
          </output>
          {shown.length + places.length === 0 ? <EmptyState title={t("nothing")} hint={t("nothingHint")} /> : null}
          <Suspense fallback={shown.length === 0 ? null : <LoadingState rows={8} />}>
            {sections
              .filter(({ id }) => mounted.has(id))
              .map(({ id, Screen }) => (
                <div key={id} hidden={!shown.some((one) => one.id === id)}>
                  <Screen />
                </div>
              ))}
          </Suspense>
          <FoundPlaces places={places} />
        </div>
      </div>
    </Page>
  );
}
