"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DetailLines } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import type { dockerContract } from "@/lib/contracts/docker";
import type { ImageRow } from "@/lib/contracts/docker-images";
import type { OutputOf } from "@/lib/contracts/endpoint";
import { nameOfImage } from "./filter-images";

type Props = { /** Or a name of it. */ id: string; row: ImageRow | null; onClose: () => void };

/** One image: what it starts, and what it is made of. */
export default function ImageDialog({ id: asked, row, onClose }: Props) {
  const id = row?.id ?? asked;
  const t = useTranslations("dockerImage.details");
  const details = useQuery({
    queryKey: ["docker", "image", id, row?.tags.join(" ")],
    queryFn: ({ signal }) => api.docker.getImage({ id }, { signal }),
    placeholderData: (before) => before,
    // Never as it was when it had been like this before.
    gcTime: 0,
    staleTime: 0,
    enabled: row !== null,
    retry: false,
  });
  return (
    <DialogCard title={nameOfImage(row ?? { id, tags: [], digests: [] })} onClose={onClose} size={720} fillsPhone>
      {row === null ? <Banner kind="info">{t("gone")}</Banner> : null}
      {row === null && details.data === undefined ? null : (
        <QueryState query={details} rows={8}>
          {(data) => <Parts details={data} />}
        </QueryState>
      )}
    </DialogCard>
  );
}

function Parts({ details }: { details: OutputOf<typeof dockerContract.getImage> }) {
  const t = useTranslations("dockerImage.details");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const lists = [
    { title: t("environment"), lines: details.environment },
    { title: t("labels"), lines: Object.entries(details.labels).map(([name, value]) => `${name}=${value}`) },
    { title: t("digests"), lines: details.digests },
  ];
  return (
    <>
      <Facts
        facts={[
          { label: t("id"), value: details.id, isCode: true },
          { label: t("tags"), value: details.tags.join(", "), isCode: true },
          {
            label: t("created"),
            value:
              details.created_at === 0
                ? ""
                : format.dateTime(details.created_at, { dateStyle: "medium", timeStyle: "medium" }),
          },
          { label: t("size"), value: formatSize(details.size) },
          { label: t("platform"), value: details.platform, isCode: true },
          { label: t("command"), value: details.command.join(" "), isCode: true },
          { label: t("user"), value: details.user, isCode: true },
          { label: t("folder"), value: details.folder, isCode: true },
          { label: t("ports"), value: details.ports.join(", "), isCode: true },
          { label: t("volumes"), value: details.volumes.join(", "), isCode: true },
        ]}
      />
      <DetailLines
        title={t("layers")}
        none=""
        lines={details.layers.map(
          ({ by, size }) => `${formatSize(size).padStart(9)}  ${by.replace("/bin/sh -c #(nop) ", "").trim()}`,
        )}
      />
      {lists.map(({ title, lines }) =>
        lines.length === 0 ? null : <DetailLines key={title} title={title} none="" lines={lines} isFolded />,
      )}
    </>
  );
}
