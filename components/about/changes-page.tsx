"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { pages, urls } from "@/lib/client/urls";
import { AppError } from "@/lib/shared/errors";
import { parseVirtualPath } from "@/lib/shared/paths";
import styles from "./about.module.css";

/** It lies in no folder: its links lead outside. */
const folder = parseVirtualPath("changelog");
const MarkdownText = lazyPart(async () => ({
  default: (await import("@/components/domain/markdown/markdown-text")).MarkdownText,
}));

/** What is new in each version, as it came with this one. */
export default function ChangesPage() {
  const t = useTranslations("about.changes");
  const tAbout = useTranslations("about");
  const changes = useQuery({ queryKey: ["about", "changes"], queryFn: ({ signal }) => load(signal) });
  return (
    <Page title={t("title")} before={<BackLink href={pages.about()} label={tAbout("title")} />}>
      <p className={styles["for"]}>{t("hint")}</p>
      <QueryState query={changes}>
        {(text) => (
          <Suspense>
            <div lang="en" className={styles["changes"]}>
              {folder === null ? null : <MarkdownText text={text} folder={folder} version={0} />}
            </div>
          </Suspense>
        )}
      </QueryState>
    </Page>
  );
}

async function load(signal: AbortSignal): Promise<string> {
  const answer = await fetch(urls.asset("vendor/changelog.md"), { signal });
  if (!answer.ok) throw new AppError("request/not-found");
  // Its title is the page's.
  return (await answer.text()).replace(/^# .*\n+/, "");
}
