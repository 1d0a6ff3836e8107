"use client";

import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Banner } from "@/components/ui/banner";
import { showToast } from "@/components/ui/toast/toast-store";
import styles from "@/components/user/account/account.module.css";
import { PasskeyItems } from "./passkey-items";
import { RecoveryItem } from "./recovery-item";
import { TotpItem } from "./totp-item";
import type { TotpSetup } from "./totp-form";
import { useSecondFactor } from "./use-second-factor";

const FactorDialog = lazyDialog(() => import("./factor-dialog"));

export type FactorDialogContent =
  | { kind: "totp"; setup: TotpSetup }
  | { kind: "passkey"; isFirst: boolean }
  | { kind: "codes"; codes: string[] };

/** What is asked for beside the password: set up, replaced, taken away. */
export function FactorSection({ username }: { username: string }) {
  const t = useTranslations("factor");
  const state = useSecondFactor();
  const [dialog, setDialog] = useState<FactorDialogContent | null>(null);
  const added = (kind: "totp" | "passkey", codes: string[]) => {
    showToast({ kind: "success", message: kind === "totp" ? t("app.saved") : t("passkey.saved") });
    setDialog(codes.length === 0 ? null : { kind: "codes", codes });
  };
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={state} rows={2}>
        {({ required, totp, passkeys, passkey_origin: origin, recovery }) => {
          const hasNone = totp === null && passkeys.length === 0;
          return (
            <>
              {required ? <Banner kind="info">{t("required")}</Banner> : null}
              <ul className={styles["list"]}>
                <TotpItem
                  totp={totp}
                  isLast={passkeys.length === 0}
                  onSetup={(setup) => setDialog({ kind: "totp", setup })}
                />
                <PasskeyItems
                  passkeys={passkeys}
                  origin={origin}
                  hasTotp={totp !== null}
                  onAdd={() => setDialog({ kind: "passkey", isFirst: hasNone })}
                />
                {hasNone ? null : (
                  <RecoveryItem recovery={recovery} onMade={(codes) => setDialog({ kind: "codes", codes })} />
                )}
              </ul>
            </>
          );
        }}
      </QueryState>
      {dialog === null ? null : (
        <FactorDialog content={dialog} username={username} onAdded={added} onClose={() => setDialog(null)} />
      )}
    </Section>
  );
}
