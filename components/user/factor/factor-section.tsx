"use client";

import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Banner } from "@/components/ui/banner";
import { showToast } from "@/components/ui/toast/toast-store";
import styles from "@/components/user/account/account.module.css";
import { RecoveryItem } from "./recovery-item";
import { TotpItem } from "./totp-item";
import type { TotpSetup } from "./totp-form";
import { useSecondFactor } from "./use-second-factor";

const FactorDialog = lazy(() => import("./factor-dialog"));

export type FactorDialogContent = { kind: "totp"; setup: TotpSetup } | { kind: "codes"; codes: string[] };

/** What is asked for beside the password: set up, replaced, taken away. */
export function FactorSection({ username }: { username: string }) {
  const t = useTranslations("factor");
  const state = useSecondFactor();
  const [dialog, setDialog] = useState<FactorDialogContent | null>(null);
  const added = (message: string, codes: string[]) => {
    showToast({ kind: "success", message });
    setDialog(codes.length === 0 ? null : { kind: "codes", codes });
  };
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={state} rows={2}>
        {({ required, totp, recovery }) => (
          <>
            {required ? <Banner kind="info">{t("required")}</Banner> : null}
            <ul className={styles["list"]}>
              <TotpItem totp={totp} isLast onSetup={(setup) => setDialog({ kind: "totp", setup })} />
              {totp === null ? null : (
                <RecoveryItem recovery={recovery} onMade={(codes) => setDialog({ kind: "codes", codes })} />
              )}
            </ul>
          </>
        )}
      </QueryState>
      {dialog === null ? null : (
        <Suspense>
          <FactorDialog
            content={dialog}
            username={username}
            onTotpSaved={(codes) => added(t("app.saved"), codes)}
            onClose={() => setDialog(null)}
          />
        </Suspense>
      )}
    </Section>
  );
}
