"use client";

import { Button } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Ago } from "@/components/domain/live/ago";
import { QueryState } from "@/components/layout/query-state";
import { QuietText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import styles from "./systemd.module.css";

type Props = { scope: string; onRestore: (id: string) => void; onClose: () => void };

/** The units that were deleted here, to be restored. */
export default function RemovedDialog({ scope, onRestore, onClose }: Props) {
  const t = useTranslations("systemd.remove");
  const queryClient = useQueryClient();
  const queryKey = ["systemd", scope, "removed"];
  const removed = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.systemd.listRemovedUnits({ scope }, { signal }),
    retry: false,
    gcTime: 0,
  });
  return (
    <DialogCard title={t("list")} onClose={onClose} size={560} fillsPhone>
      <QueryState query={removed} rows={3}>
        {({ units }) =>
          units.length === 0 ? (
            <QuietText>{t("none")}</QuietText>
          ) : (
            <ul className={styles["removed"]}>
              {units.map(({ id, unit, at }) => (
                <li key={id}>
                  <bdi dir="ltr">{unit}</bdi>
                  <Ago at={at} />
                  <Button
                    variant="default"
                    size="xs"
                    aria-label={t("restoreNamed", { name: unit })}
                    onClick={() => {
                      queryClient.removeQueries({ queryKey });
                      onRestore(id);
                      onClose();
                    }}
                  >
                    {t("restore")}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </DialogCard>
  );
}
