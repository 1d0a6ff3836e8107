"use client";

import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Facts, type Fact } from "@/components/ui/details/facts";
import type { ContainerRow } from "@/lib/contracts/docker";
import { onFailureTries, restartPolicies } from "@/lib/shared/restart-policies";
import { pages } from "@/lib/client/urls";
import { shownName } from "@/lib/shared/shown-name";
import { portText } from "./filter-containers";
import type { ContainerDetails } from "./container-parts";

export function ContainerFacts({ details, row }: { details: ContainerDetails; row: ContainerRow | null }) {
  const t = useTranslations("docker.details");
  const tMake = useTranslations("dockerMake");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const time = (at: number | null) =>
    at === null ? "" : format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" });
  const hasEnded = row !== null && row.state !== "running" && row.state !== "paused";
  const policy = restartPolicies.find(
    (one) => details.restart_policy === (one === "on-failure" ? `${one}:${onFailureTries}` : one),
  );
  const project = row?.project ?? null;
  const facts: readonly Fact[] = [
    { label: t("image"), value: details.image, isCode: true },
    { label: t("status"), value: row?.status ?? "" },
    {
      label: t("stack"),
      value: project === null ? "" : <Link href={pages.stack(project)}>{shownName(project)}</Link>,
    },
    { label: t("error"), value: details.error },
    { label: t("command"), value: details.command.join(" "), isCode: true },
    { label: t("user"), value: details.user },
    { label: t("started"), value: time(details.started_at) },
    { label: t("finished"), value: hasEnded ? time(details.finished_at) : "" },
    { label: t("exitCode"), value: hasEnded && details.finished_at !== null ? String(details.exit_code) : "" },
    { label: t("restart"), value: policy === undefined ? details.restart_policy : tMake(`policies.${policy}`) },
    { label: t("restarts"), value: details.restarts === 0 ? "" : String(details.restarts) },
    { label: t("memoryLimit"), value: details.memory_limit === null ? "" : formatSize(details.memory_limit) },
    { label: t("cpuLimit"), value: details.cpu_limit === null ? "" : format.number(details.cpu_limit) },
    { label: t("ports"), value: (row?.ports ?? []).map(portText).join(", "), isCode: true },
    {
      label: t("networks"),
      value: details.networks.map(({ name, address }) => (address === "" ? name : `${name} (${address})`)).join(", "),
      isCode: true,
    },
  ];
  return <Facts facts={facts} />;
}
