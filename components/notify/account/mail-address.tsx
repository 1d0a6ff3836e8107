"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { api } from "@/lib/client/call";
import type { NotifyProfile } from "@/lib/contracts/notify";
import { LastSent } from "@/components/notify/last-sent";
import styles from "@/components/notify/notify.module.css";
import { AddressForm, CodeForm } from "./mail-forms";
import { profileKey } from "./profile-key";

type Mail = NotifyProfile["mail"];

/** Where mails go: an address counts once its owner has typed in the code that was sent there. */
export function MailAddress({ mail }: { mail: Mail }) {
  const t = useTranslations("notify.mail");
  return (
    <section className={styles["part"]} aria-label={t("title")}>
      <h3 className={styles["title"]}>{t("title")}</h3>
      {mail.address === "" && !mail.is_available ? (
        <div className={styles["hint"]}>{t("none")}</div>
      ) : (
        <Address mail={mail} />
      )}
    </section>
  );
}

function Address({ mail }: { mail: Mail }) {
  const t = useTranslations("notify.mail");
  const queryClient = useQueryClient();
  const [isChanging, setChanging] = useState(mail.address === "");
  const refresh = () => queryClient.invalidateQueries({ queryKey: profileKey });
  const remove = useMutation({
    mutationFn: () => api.notify.removeMailAddress({}),
    onSuccess: () => setChanging(true),
    onSettled: refresh,
  });
  if (isChanging || mail.address === "")
    return (
      <AddressForm
        onSent={() => {
          setChanging(false);
          void refresh();
        }}
      />
    );
  return (
    <>
      <div className={styles["item"]}>
        <div className={styles["about"]}>
          <div className={styles["name"]}>
            <bdi>{mail.address}</bdi>
            {mail.is_verified ? null : <Badge tone="warn">{t("unverified")}</Badge>}
          </div>
          <div className={styles["facts"]}>
            {mail.is_verified ? (
              <LastSent atMs={mail.sent_at} problem={mail.problem} />
            ) : (
              t("codeSent", { address: mail.address })
            )}
          </div>
        </div>
        <div className={styles["buttons"]}>
          <Button variant="default" onClick={() => setChanging(true)}>
            {t("change")}
          </Button>
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t("remove")}
          </Button>
        </div>
      </div>
      {mail.is_verified ? null : <CodeForm onVerified={() => void refresh()} />}
    </>
  );
}
