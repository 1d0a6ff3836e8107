"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import styles from "@/components/user/account/account.module.css";
import { useDateText } from "@/components/user/account/secrets/use-date-text";
import { Banner } from "@/components/ui/banner";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { api } from "@/lib/client/call";
import type { SecondFactor } from "@/lib/contracts/second-factor";
import { useFactorChange } from "./use-second-factor";
import own from "./factor.module.css";

const fewCodes = 3;

type Props = { recovery: SecondFactor["recovery"]; onMade: (codes: string[]) => void };

/** How many codes are left, and which: by how they begin, so that the owner can cross off those on paper. */
export function RecoveryItem({ recovery, onMade }: Props) {
  const t = useTranslations("factor.recovery");
  const dateText = useDateText();
  const make = useFactorChange(api.user.makeRecoveryCodes, {
    onSuccess: ({ recovery_codes: codes }) => onMade(codes),
  });
  const left = recovery.filter(({ used_at: usedAt }) => usedAt === null).length;
  const ask = async () => {
    if (await openConfirm({ title: t("renewTitle"), body: t("renewBody"), confirmLabel: t("renew") })) make.mutate({});
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>{t("title")}</div>
        <div className={styles["facts"]}>
          <span>{t("left", { left, total: recovery.length })}</span>
          <span>{t("about")}</span>
        </div>
        <ul className={own["hints"]} dir="ltr" aria-label={t("list")}>
          {recovery.map(({ hint, used_at: usedAt }) => (
            <li
              key={hint}
              {...(usedAt === null ? {} : { "data-used": true, title: t("used", { date: dateText(usedAt) }) })}
            >
              <code>{hint}…</code>
            </li>
          ))}
        </ul>
        {left < fewCodes ? (
          <div className={own["few"]}>
            <Banner kind="warning">{t("few")}</Banner>
          </div>
        ) : null}
      </div>
      <Button
        variant="default"
        loading={make.isPending}
        onClick={() => void ask()} // openConfirm never rejects
      >
        {t("renew")}
      </Button>
    </li>
  );
}
