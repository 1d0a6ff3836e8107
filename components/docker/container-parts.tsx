"use client";

import { useFormatter, useTranslations } from "next-intl";
import { DetailLines, QuietText } from "@/components/ui/details/detail-part";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { dockerContract } from "@/lib/contracts/docker";

export type ContainerDetails = OutputOf<typeof dockerContract.getContainer>;

/** What is longer than a line. */
export function ContainerParts({ details: { health, inside, labels } }: { details: ContainerDetails }) {
  const t = useTranslations("docker.details");
  const format = useFormatter();
  const labelLines = Object.entries(labels).map(([name, value]) => `${name}=${value}`);
  return (
    <>
      {health === null || health.checks.length === 0 ? null : (
        <DetailLines
          title={t("health")}
          none=""
          lines={health.checks
            .toReversed()
            .map(
              ({ at, exit_code, output }) =>
                `${format.dateTime(at, { timeStyle: "medium" })}  ${t("exitedWith", { code: exit_code })}  ${output.trim()}`,
            )}
        />
      )}
      {inside === null ? (
        <QuietText>{t("rootOnly")}</QuietText>
      ) : (
        <>
          {inside.mounts.length === 0 ? null : (
            <DetailLines
              title={t("mounts")}
              none=""
              lines={inside.mounts.map(
                ({ source, destination, is_writable }) =>
                  `${source} → ${destination}${is_writable ? "" : ` (${t("readOnly")})`}`,
              )}
            />
          )}
          {inside.environment.length === 0 ? null : (
            <DetailLines title={t("environment")} none="" lines={inside.environment} isFolded />
          )}
        </>
      )}
      {labelLines.length === 0 ? null : <DetailLines title={t("labels")} none="" lines={labelLines} isFolded />}
    </>
  );
}
