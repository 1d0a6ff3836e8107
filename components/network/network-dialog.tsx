"use client";

import { useQuery } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Banner } from "@/components/ui/banner";
import { DetailLines } from "@/components/ui/details/detail-part";
import { Facts } from "@/components/ui/details/facts";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import type { NetworkRow } from "@/lib/contracts/network";
import { NetworkMembers } from "./network-members";

/** `id`: or its name, which alone an address may know. */
type Props = { id: string; row: NetworkRow | null; onClose: () => void };

/** One network: how it is made, and the containers on it. */
export default function NetworkDialog({ id: asked, row, onClose }: Props) {
  const t = useTranslations("network.details");
  const format = useFormatter();
  const id = row?.id ?? asked;
  const details = useQuery({
    // Read anew when somebody came or went, and never as it was when there were as many before.
    queryKey: ["network", id, row?.used_by],
    queryFn: ({ signal }) => api.network.getNetwork({ id }, { signal }),
    placeholderData: (before) => before,
    gcTime: 0,
    staleTime: 0,
    enabled: row !== null,
    retry: false,
  });
  return (
    <DialogCard title={row?.name ?? details.data?.name ?? asked} onClose={onClose} size={680} fillsPhone>
      {row === null ? <Banner kind="info">{t("gone")}</Banner> : null}
      {row === null && details.data === undefined ? null : (
        <QueryState query={details} rows={6}>
          {(data) => {
            const yes = (is: boolean) => (is ? t("yes") : "");
            const lines = (words: Readonly<Record<string, string>>) =>
              Object.entries(words).map(([name, value]) => `${name}=${value}`);
            const [options, labels] = [lines(data.options), lines(data.labels)];
            const { created_at: at } = data;
            return (
              <>
                <Facts
                  facts={[
                    { label: t("driver"), value: data.driver, isCode: true },
                    ...data.ranges.flatMap(({ subnet, gateway, ip_range }) => [
                      { label: t("subnet"), value: subnet, isCode: true },
                      { label: t("gateway"), value: gateway, isCode: true },
                      { label: t("range"), value: ip_range, isCode: true },
                    ]),
                    { label: t("internal"), value: yes(data.is_internal) },
                    { label: "IPv6", value: yes(data.has_ipv6) },
                    {
                      label: t("created"),
                      value: at === null ? "" : format.dateTime(at, { dateStyle: "medium", timeStyle: "medium" }),
                    },
                    { label: t("id"), value: data.id.slice(0, 12), isCode: true },
                  ]}
                />
                <NetworkMembers network={data} />
                {options.length === 0 ? null : <DetailLines title={t("options")} none="" lines={options} isFolded />}
                {labels.length === 0 ? null : <DetailLines title={t("labels")} none="" lines={labels} isFolded />}
              </>
            );
          }}
        </QueryState>
      )}
    </DialogCard>
  );
}
