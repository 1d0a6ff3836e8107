"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import styles from "@/components/user/account/account.module.css";
import { useDateText } from "@/components/user/account/secrets/use-date-text";
import { Badge } from "@/components/ui/badge";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { SecondFactor } from "@/lib/contracts/second-factor";
import type { TotpSetup } from "./totp-form";
import { useFactorChange } from "./use-second-factor";
import own from "./factor.module.css";

type Props = {
  totp: SecondFactor["totp"];
  /** Without it the password is enough. */ isLast: boolean;
  onSetup: (setup: TotpSetup) => void;
};

export function TotpItem({ totp, isLast, onSetup }: Props) {
  const t = useTranslations("factor.app");
  const tFactor = useTranslations("factor");
  const dateText = useDateText();
  const begin = useMutation({ mutationFn: () => api.user.beginTotp({}), onSuccess: onSetup });
  const remove = useFactorChange(api.user.removeTotp, {
    onSuccess: () => showToast({ kind: "success", message: t("removed") }),
  });
  const ask = async () => {
    const body = isLast ? tFactor("lastBody") : t("removeBody");
    if (await openConfirm({ title: t("removeTitle"), body, confirmLabel: tFactor("remove"), danger: true }))
      remove.mutate({});
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>
          {t("title")}
          {totp === null ? null : <Badge tone="ok">{tFactor("on")}</Badge>}
        </div>
        <div className={styles["facts"]}>
          <span>{totp === null ? t("about") : tFactor("added", { date: dateText(totp.added_at) })}</span>
        </div>
      </div>
      <div className={own["buttons"]}>
        <Button variant="default" loading={begin.isPending} onClick={() => begin.mutate()}>
          {totp === null ? t("setUp") : t("replace")}
        </Button>
        {totp === null ? null : (
          <Button
            variant="default"
            aria-label={t("removeNamed")}
            loading={remove.isPending}
            onClick={() => void ask()} // openConfirm never rejects
          >
            {tFactor("remove")}
          </Button>
        )}
      </div>
    </li>
  );
}
