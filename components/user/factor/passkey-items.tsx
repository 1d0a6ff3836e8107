"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import styles from "@/components/user/account/account.module.css";
import { useDateText } from "@/components/user/account/secrets/use-date-text";
import { Badge } from "@/components/ui/badge";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { findPasskeyObstacle } from "@/lib/client/passkey";
import type { SecondFactor } from "@/lib/contracts/second-factor";
import { useFactorChange } from "./use-second-factor";
import own from "./factor.module.css";

type Passkey = SecondFactor["passkeys"][number];
type Props = { passkeys: readonly Passkey[]; origin: string; hasTotp: boolean; onAdd: () => void };

/** Adds passkeys, or says why that is not possible here; below, those that there are. */
export function PasskeyItems({ passkeys, origin, hasTotp, onAdd }: Props) {
  const t = useTranslations("factor.passkey");
  const tFactor = useTranslations("factor");
  const [obstacle] = useState(() => findPasskeyObstacle(origin));
  return (
    <>
      <li className={styles["item"]}>
        <div className={styles["about"]}>
          <div className={styles["name"]}>
            {t("title")}
            {passkeys.length === 0 ? null : <Badge tone="ok">{tFactor("on")}</Badge>}
          </div>
          <div className={styles["facts"]}>
            <span>{obstacle === null ? t("about") : t(`obstacles.${obstacle}`, { origin })}</span>
          </div>
        </div>
        {obstacle === null ? (
          <Button variant="default" onClick={onAdd}>
            {t("add")}
          </Button>
        ) : null}
      </li>
      {passkeys.map((passkey) => (
        <PasskeyItem key={passkey.id} passkey={passkey} isLast={!hasTotp && passkeys.length === 1} />
      ))}
    </>
  );
}

function PasskeyItem({ passkey: { id, name, host, ...times }, isLast }: { passkey: Passkey; isLast: boolean }) {
  const t = useTranslations("factor.passkey");
  const tFactor = useTranslations("factor");
  const dateText = useDateText();
  const rename = useFactorChange(api.user.renamePasskey);
  const remove = useFactorChange(api.user.removePasskey, {
    onSuccess: () => showToast({ kind: "success", message: t("removed") }),
  });
  const { added_at: addedAtMs, last_used_at: usedAtMs } = times;
  const askName = async () => {
    const next = await openPrompt({
      title: t("renameTitle", { name }),
      label: t("name"),
      initial: name,
      confirmLabel: t("rename"),
    });
    if (next !== null && next.trim() !== name) rename.mutate({ id, name: next.slice(0, 64) });
  };
  const askRemove = async () => {
    const body = isLast ? tFactor("lastBody") : t("removeBody");
    const request = { title: t("removeTitle", { name }), body, confirmLabel: tFactor("remove"), danger: true };
    if (await openConfirm(request)) remove.mutate({ id });
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>{name}</div>
        <div className={styles["facts"]}>
          <span>
            <bdi>{host}</bdi>
          </span>
          <span>{tFactor("added", { date: dateText(addedAtMs) })}</span>
          <span>{usedAtMs === null ? t("neverUsed") : t("lastUsed", { date: dateText(usedAtMs) })}</span>
        </div>
      </div>
      <div className={own["buttons"]}>
        <Button
          variant="default"
          aria-label={t("renameNamed", { name })}
          loading={rename.isPending}
          onClick={() => void askName()} // the dialogs never reject
        >
          {t("rename")}
        </Button>
        <Button
          variant="default"
          aria-label={t("removeNamed", { name })}
          loading={remove.isPending}
          onClick={() => void askRemove()} // as above
        >
          {tFactor("remove")}
        </Button>
      </div>
    </li>
  );
}
