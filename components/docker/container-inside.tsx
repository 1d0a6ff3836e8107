"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { DetailText, LazyPart, Lines } from "@/components/ui/details/detail-part";
import { api } from "@/lib/client/call";
import type { ContainerRow } from "@/lib/contracts/docker";
import { isRunning } from "./filter-containers";

const everyMs = 5_000;
/** Never as it was when it was looked at before. */
const fresh = { gcTime: 0, staleTime: 0, retry: false } as const;

type Props = { row: ContainerRow };

/** What is asked for when somebody wants it: what runs in a container, what has happened to it, and all that Docker knows of it. */
export function ContainerInside({ row }: Props) {
  const t = useTranslations("docker.details");
  const isRoot = useCachedMe()?.is_root === true;
  return (
    <>
      {isRunning(row) && row.may.includes("shell") ? (
        <LazyPart title={t("processes")}>
          <Processes row={row} />
        </LazyPart>
      ) : null}
      <LazyPart title={t("events")}>
        <Events row={row} />
      </LazyPart>
      {isRoot ? (
        <LazyPart title={t("inspect")}>
          <Inspected row={row} />
        </LazyPart>
      ) : null}
    </>
  );
}

function Processes({ row: { id } }: Props) {
  const t = useTranslations("docker.details");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const processes = useQuery({
    queryKey: ["docker", "processes", id],
    queryFn: ({ signal }) => api.docker.listContainerProcesses({ id }, { signal }),
    refetchInterval: everyMs,
    ...fresh,
  });
  return (
    <QueryState query={processes} rows={3}>
      {(data) => (
        <Lines
          label={t("processes")}
          none={t("noProcesses")}
          lines={data.processes.map(({ pid, user, command, cpu, memory }) =>
            [
              String(pid).padStart(7),
              user.padStart(6),
              (cpu === null ? "" : format.number(cpu / 100, { style: "percent", maximumFractionDigits: 1 })).padStart(
                7,
              ),
              (memory === null ? "" : formatSize(memory)).padStart(10),
              ` ${command}`,
            ].join(" "),
          )}
        />
      )}
    </QueryState>
  );
}

function Events({ row: { id, state, health } }: Props) {
  const t = useTranslations("docker.details");
  const format = useFormatter();
  const events = useQuery({
    // Something has happened when the container has become something else.
    queryKey: ["docker", "events", id, state, health],
    queryFn: ({ signal }) => api.docker.listContainerEvents({ id }, { signal }),
    placeholderData: (before) => before,
    ...fresh,
  });
  return (
    <QueryState query={events} rows={3}>
      {(data) => (
        <Lines
          label={t("events")}
          none={t("noEvents")}
          lines={data.events.map(({ at, action, exit_code, signal }) =>
            [
              format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" }),
              ` ${action}`,
              signal === null ? "" : `signal=${signal}`,
              exit_code === null ? "" : `exitCode=${exit_code}`,
            ]
              .filter(Boolean)
              .join(" "),
          )}
        />
      )}
    </QueryState>
  );
}

function Inspected({ row: { id, state } }: Props) {
  const t = useTranslations("docker.details");
  const inspected = useQuery({
    queryKey: ["docker", "inspect", id, state],
    queryFn: ({ signal }) => api.docker.inspectContainer({ id }, { signal }),
    placeholderData: (before) => before,
    ...fresh,
  });
  return (
    <QueryState query={inspected} rows={3}>
      {({ text }) => <DetailText label={t("inspect")} text={text} />}
    </QueryState>
  );
}
