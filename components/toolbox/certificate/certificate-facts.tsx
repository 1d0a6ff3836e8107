"use client";

import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { ValueList, type NamedValue } from "@/components/toolbox/value-list";
import { Badge } from "@/components/ui/badge";
import type { Certificate } from "./read-certificates";
import styles from "@/components/toolbox/toolbox.module.css";

const dayMs = 86_400_000;
const soonDays = 30;

type Props = {
  certificate: Certificate;
  /** Of several. */
  number: number | null;
};

export function CertificateFacts({ certificate, number }: Props) {
  const t = useTranslations("toolbox.certificate");
  const format = useFormatter();
  const [nowMs] = useState(() => Date.now());
  const { fromMs, untilMs, names, fingerprints } = certificate;
  const time = (atMs: number) => format.dateTime(atMs, { dateStyle: "medium", timeStyle: "medium" });
  const daysLeft = Math.floor((untilMs - nowMs) / dayMs);
  const validity = () => {
    if (nowMs > untilMs) return <Badge tone="bad">{t("expired")}</Badge>;
    if (nowMs < fromMs) return <Badge tone="bad">{t("notYet")}</Badge>;
    return <Badge tone={daysLeft < soonDays ? "warn" : "ok"}>{t("days", { count: daysLeft })}</Badge>;
  };
  const values: NamedValue[] = [
    { name: t("subject"), value: certificate.subject },
    { name: t("issuer"), value: certificate.issuer },
    ...(names.length === 0 ? [] : [{ name: t("names"), value: names.join(", ") }]),
    { name: t("validFrom"), value: new Date(fromMs).toISOString(), shown: time(fromMs) },
    { name: t("validUntil"), value: new Date(untilMs).toISOString(), shown: time(untilMs) },
    { name: t("key"), value: certificate.key },
    { name: t("signature"), value: certificate.signature },
    { name: t("authority"), value: t(certificate.isAuthority ? "yes" : "no") },
    { name: t("serial"), value: certificate.serial, isCode: true },
    ...Object.entries(fingerprints).map(([algorithm, value]) => ({
      name: t("fingerprint", { algorithm }),
      value,
      isCode: true,
    })),
  ];
  const title = number === null ? certificate.subject : t("numbered", { number });
  return (
    <section className={styles["group"]} aria-label={title}>
      <div className={styles["row"]}>
        {number === null ? null : <h2 className={styles["heading"]}>{title}</h2>}
        {validity()}
        {certificate.isSelfSigned ? <Badge>{t("selfSigned")}</Badge> : null}
      </div>
      <ValueList label={title} values={values} />
    </section>
  );
}
