"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { DetailPart, Lines } from "@/components/ui/details/detail-part";
import { api } from "@/lib/client/call";
import type { ContainerRow } from "@/lib/contracts/docker";
import { stripAnsi } from "@/lib/shared/ansi/parse-ansi";
import { ContainerState } from "./container-badges";
import type { ContainerDetails } from "./container-parts";
import styles from "./docker.module.css";

const shownLines = 8;

/** How a container is, why, and what it said last. */
export function ContainerNow({ row, details }: { row: ContainerRow; details: ContainerDetails }) {
  const t = useTranslations("docker.details");
  // Of one that ends again and again the list tells how often, and this with what.
  const loopCode = row.restarts === null ? null : details.exit_code;
  return (
    <>
      <p className={styles["now"]}>
        <ContainerState {...row} />
        {loopCode === null ? null : <span>{t("exitedWith", { code: String(loopCode) })}</span>}
      </p>
      {row.may.includes("logs") ? <LastLines row={row} /> : null}
    </>
  );
}

function LastLines({ row: { id, state, restarts } }: { row: ContainerRow }) {
  const t = useTranslations("docker.details");
  const log = useQuery({
    // It has said something when it has become something else.
    queryKey: ["docker", "lastLines", id, state, restarts],
    queryFn: ({ signal }) => api.docker.readContainerLog({ id, limit: shownLines }, { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  return (
    <DetailPart title={t("lastLines")}>
      <QueryState query={log} rows={3}>
        {({ lines }) => (
          <Lines label={t("lastLines")} none={t("noLines")} lines={lines.map(({ text }) => stripAnsi(text))} />
        )}
      </QueryState>
    </DetailPart>
  );
}
