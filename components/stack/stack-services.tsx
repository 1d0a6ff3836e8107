"use client";

import { IconFileText, IconPlayerPlay, IconRefresh } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { QuietText } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { pages } from "@/lib/client/urls";
import type { StackRow } from "@/lib/contracts/stack";
import { shownName } from "@/lib/shared/shown-name";
import { findOf } from "./find-of";
import { stackStateOf } from "./stack-state";
import { useStackActions } from "./use-stack-actions";
import type { StackEditing } from "./use-stack-file";
import styles from "./stack.module.css";

type Props = {
  name: string;
  folder: string;
  row: Pick<StackRow, "services" | "leftovers" | "working" | "files_changed">;
  editing: Pick<StackEditing, "dirtyPaths" | "saveAll">;
};

const tones = { trouble: "bad", partial: "warn", running: "ok", stopped: "plain", none: "plain" } as const;

/** The services of its files, and what is left of others. */
export function StackServices({ name, folder, row, editing }: Props) {
  const t = useTranslations("stack");
  const { run } = useStackActions();
  const reason = row.working === null ? null : t(`working.${row.working}`);
  return (
    <section className={styles["side"]} aria-labelledby="stack-services">
      <h2 id="stack-services">{t("columns.services")}</h2>
      {stackStateOf(row) === "none" ? <QuietText>{t("notDeployed")}</QuietText> : null}
      {row.files_changed && stackStateOf(row) !== "none" ? (
        <Banner kind="info" title={t("filesChanged")}>
          {t("filesChangedHint")}
        </Banner>
      ) : null}
      {row.services.length === 0 ? null : (
        <ul className={styles["services"]}>
          {row.services.map((service) => {
            const state = stackStateOf({ services: [service] });
            return (
              <li key={service.name} className={styles["service"]}>
                <span className={styles["serviceName"]}>
                  <Link href={pages.containers(findOf(name, service.name))}>
                    <bdi dir="ltr">{shownName(service.name)}</bdi>
                  </Link>
                  <bdi dir="ltr" className={styles["quiet"]}>
                    {shownName(service.image)}
                  </bdi>
                  {service.is_changed ? (
                    <span data-tip={t("changedOutsideHint")}>
                      <Badge tone="warn">{t("changedOutside")}</Badge>
                    </span>
                  ) : null}
                  {service.profiles.length === 0 ? null : (
                    <span className={styles["quiet"]}>
                      {t("profiles", { count: service.profiles.length, names: service.profiles.join(", ") })}
                    </span>
                  )}
                </span>
                <Badge tone={tones[state]}>
                  {service.containers > 1
                    ? t("runningOf", { running: service.running, all: service.containers })
                    : t(`states.${state}`)}
                </Badge>
                <ServiceLogs stack={name} service={service} />
                {state === "none" ? (
                  <IconButton
                    label={t("startService", { name: service.name })}
                    icon={<IconPlayerPlay size={16} />}
                    disabledReason={reason}
                    onClick={() => void run({ name, action: "up", service: service.name, unsaved: editing })}
                  />
                ) : (
                  <IconButton
                    label={t("restartService", { name: service.name })}
                    icon={<IconRefresh size={16} />}
                    disabledReason={reason}
                    onClick={() => void run({ name, action: "restart", service: service.name })}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
      {row.leftovers.length === 0 ? null : (
        <Facts facts={[{ label: t("leftovers.title"), value: row.leftovers.join(", "), isCode: true }]} />
      )}
      <Facts facts={[{ label: t("columns.folder"), value: folder, isCode: true }]} />
    </section>
  );
}

/** The way to the log of its container, or of one of several. */
function ServiceLogs({ stack, service }: { stack: string; service: StackRow["services"][number] }) {
  const { name, container_names: names } = service;
  const t = useTranslations("stack");
  const router = useRouter();
  const [first] = names;
  if (first === undefined) return null;
  // The log leads back to here.
  const open = (container: string) => router.push(`${pages.containerLog(container)}&stack=${stack}`);
  const [label, icon] = [t("logsOf", { name }), <IconFileText key="icon" size={16} />];
  if (names.length === 1) return <IconButton label={label} icon={icon} onClick={() => open(first)} />;
  const items = names.map((one) => ({ id: one, label: shownName(one), onSelect: () => open(one) }));
  return <ActionMenu label={label} icon={icon} items={items} />;
}
