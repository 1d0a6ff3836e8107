"use client";

import { IconAlertTriangle, IconCircleCheck, IconExclamationCircle, IconInfoCircle } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { Section } from "@/components/layout/section";
import { useCan } from "@/components/layout/use-can";
import { useFormatSize } from "@/components/layout/use-format-size";
import { pages } from "@/lib/client/urls";
import type { ServerState } from "@/lib/contracts/about";
import { hostNeedFlags } from "@/lib/shared/terminals";
import { checksOf, lacksHost, type Check, type Tone } from "./checks";
import { hostSectionId } from "./host-features-section";
import styles from "./about.module.css";

const icons = { ok: IconCircleCheck, info: IconInfoCircle, warn: IconAlertTriangle, bad: IconExclamationCircle };
const ranks: Record<Tone, number> = { bad: 0, warn: 1, info: 2, ok: 3 };

type Props = { state: ServerState; browserNow: number };

/** What needs a look first, then what is well. */
export function ChecksSection({ state, browserNow }: Props) {
  const t = useTranslations("about");
  const checks = checksOf(state, browserNow).toSorted((a, b) => ranks[a.tone] - ranks[b.tone]);
  const count = checks.filter(({ tone }) => tone === "warn" || tone === "bad").length;
  return (
    <Section title={t("checks.title")} hint={t("checks.count", { count })}>
      <ul className={styles["checks"]}>
        {checks.map((check) => (
          <CheckLine key={check.id} check={check} state={state} browserNow={browserNow} />
        ))}
      </ul>
    </Section>
  );
}

function CheckLine({ check, state, browserNow }: Props & { check: Check }) {
  const t = useTranslations("about.check");
  const tAbout = useTranslations("about");
  const can = useCan();
  const tTone = useTranslations("about.tone");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const Icon = icons[check.tone];
  const { data, database, connection, docker } = state;
  const words = {
    path: data.path,
    free: formatSize(data.available),
    total: formatSize(data.total),
    size: formatSize(database.bytes),
    at: database.last_backup_at === null ? "–" : format.dateTime(database.last_backup_at, { dateStyle: "medium" }),
    seconds: Math.round(Math.abs(state.now - browserNow) / 1000),
    host: connection.host,
    address: connection.address,
    version: docker.version ?? "",
    until:
      connection.certificate === null
        ? ""
        : format.dateTime(connection.certificate.expires_at, { dateStyle: "medium" }),
    level: state.confinement.landlock,
    needs: (state.host_needs ?? []).map((need) => hostNeedFlags[need] ?? need).join(", "),
  };
  return (
    <li className={styles["check"]} data-tone={check.tone}>
      <Icon size={18} aria-hidden />
      <span className="visually-hidden">{tTone(check.tone)}</span>
      <div>
        <strong>{t(`${check.id}.title`)}</strong>
        <p>
          {textOf(check)}
          {check.id === "systemd" && check.text === "degraded" && can("sys_view") ? (
            <>
              {" "}
              <Link href={pages.services()}>{tAbout("showServices")}</Link>
            </>
          ) : null}
          {(check.id === "host" || check.id === "docker") && check.tone === "info" && lacksHost(state) ? (
            <>
              {" "}
              <a href={`#${hostSectionId}`}>{tAbout("hostFeatures.title")}</a>
            </>
          ) : null}
        </p>
      </div>
    </li>
  );

  function textOf(one: Check): string {
    // The words of a check are its own: one lookup for each, so that the compiler knows them.
    switch (one.id) {
      case "space":
        return t(`space.${one.text}`, words);
      case "backup":
        return t(`backup.${one.text}`, words);
      case "clock":
        return t(`clock.${one.text}`, words);
      case "connection":
        return t(`connection.${one.text}`, words);
      case "proxy":
        return t(`proxy.${one.text}`);
      case "certificate":
        return t(`certificate.${one.text}`, words);
      case "confinement":
        return t(`confinement.${one.text}`, words);
      case "docker":
        return t(`docker.${one.text}`, words);
      case "systemd":
        return t(`systemd.${one.text}`, words);
      default:
        return t(`host.${one.text}`, words);
    }
  }
}
