"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import Link from "next/link";
import { QueryState } from "@/components/layout/query-state";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DetailButtons, DetailLines, QuietText } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { VolumeRow } from "@/lib/contracts/volume";

type Props = { name: string; row: VolumeRow | null; onClose: () => void };

/** One volume: how it is made, and what has it. */
export default function VolumeDialog({ name, row, onClose }: Props) {
  const t = useTranslations("volume.details");
  const format = useFormatter();
  const formatSize = useFormatSize();
  const details = useQuery({
    // Read anew when something else has it.
    queryKey: ["volume", name, row?.used_by.join(" ")],
    queryFn: ({ signal }) => api.volume.getVolume({ name }, { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: 0,
    enabled: row !== null,
    retry: false,
  });
  const size = row?.size ?? null;
  return (
    <DialogCard title={name} onClose={onClose} size={680} fillsPhone>
      {row === null ? <Banner kind="info">{t("gone")}</Banner> : null}
      {row === null && details.data === undefined ? null : (
        <QueryState query={details} rows={6}>
          {({ driver, scope, created_at, labels, used_by, inside, path }) => (
            <>
              <Facts
                facts={[
                  { label: t("size"), value: size === null ? "" : formatSize(size) },
                  {
                    label: t("created"),
                    value:
                      created_at === null
                        ? ""
                        : format.dateTime(created_at, { dateStyle: "medium", timeStyle: "medium" }),
                  },
                  { label: t("driver"), value: driver, isCode: true },
                  { label: t("scope"), value: scope === "local" ? "" : scope, isCode: true },
                  { label: t("mountpoint"), value: inside?.mountpoint ?? "", isCode: true },
                ]}
              />
              {inside === null ? <QuietText>{t("rootOnly")}</QuietText> : null}
              <DetailLines
                title={t("usedBy")}
                none={t("unused")}
                lines={used_by.map(
                  (one) => `${one.name}  →  ${one.destination}${one.is_writable ? "" : ` (${t("readOnly")})`}`,
                )}
              />
              <Words title={t("options")} words={inside?.options ?? {}} />
              <Words title={t("labels")} words={labels} />
              {path === null ? null : (
                <DetailButtons>
                  <Button component={Link} href={pages.files(path)} variant="default" size="xs">
                    {t("browse")}
                  </Button>
                </DetailButtons>
              )}
            </>
          )}
        </QueryState>
      )}
    </DialogCard>
  );
}

function Words({ title, words }: { title: string; words: Readonly<Record<string, string>> }) {
  const lines = Object.entries(words).map(([name, value]) => `${name}=${value}`);
  return lines.length === 0 ? null : <DetailLines title={title} none="" lines={lines} isFolded />;
}
