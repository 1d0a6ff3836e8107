"use client";

import { useLocale, useTranslations } from "next-intl";
import { Suspense, type ReactNode } from "react";
import { useSwitchLocale } from "@/components/layout/language";
import { LanguageSelect } from "@/components/layout/language-select";
import { Logo } from "@/components/layout/logo";
import { useLook } from "@/components/layout/look";
import { requestIdOf, useErrorText } from "@/components/layout/use-error-text";
import { ErrorState } from "@/components/ui/state/error-state";
import { LoadingState } from "@/components/ui/state/loading-state";
import { isAppError } from "@/lib/shared/errors";
import { useVisit } from "./use-visit";
import { VisitDrop } from "./visit-drop";
import { VisitFiles } from "./visit-files";
import { VisitLocked } from "./visit-locked";
import styles from "./visit.module.css";

/** What somebody sees who was sent a link: no account, no navigation, only what was given. */
export function VisitPage({ link }: { link: string }) {
  return (
    <VisitFrame>
      <Suspense>
        <Visit link={link} />
      </Suspense>
    </VisitFrame>
  );
}

function Visit({ link }: { link: string }) {
  const t = useTranslations("visit");
  const errorText = useErrorText();
  const visit = useVisit(link);
  if (visit.data !== undefined)
    return visit.data.mode === "upload" ? (
      <VisitDrop link={link} share={visit.data} />
    ) : (
      <VisitFiles link={link} share={visit.data} />
    );
  if (visit.error === null) return <LoadingState />;
  if (isAppError(visit.error) && visit.error.key === "share/password") return <VisitLocked link={link} />;
  const isOver = isAppError(visit.error) && visit.error.key.startsWith("share/");
  return isOver ? (
    <ErrorState title={errorText(visit.error)} hint={t("goneHint")} />
  ) : (
    <ErrorState
      title={errorText(visit.error)}
      requestId={requestIdOf(visit.error)}
      onRetry={() => void visit.refetch()}
    />
  );
}

function VisitFrame({ children }: { children: ReactNode }) {
  const { name } = useLook();
  const t = useTranslations("account.preferences");
  const locale = useLocale();
  const switchLocale = useSwitchLocale();
  return (
    <div className={styles["page"]}>
      <header className={styles["brand"]}>
        <Logo size={22} />
        <span>{name}</span>
      </header>
      <main className={styles["main"]}>{children}</main>
      <footer className={styles["footer"]}>
        {/* Stays in the language that is there when the other cannot be loaded. */}
        <LanguageSelect
          aria-label={t("language")}
          value={locale}
          onChange={(next) => void switchLocale(next).catch(() => undefined)}
        />
      </footer>
    </div>
  );
}
