"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { Section } from "@/components/layout/section";
import { rowsIn } from "@/components/layout/rows-in";
import { Table, type Column } from "@/components/ui/table";
import { api } from "@/lib/client/call";
import type { SshHostKey } from "@/lib/contracts/ssh";
import { hostKeysKey as queryKey } from "./host-keys-key";
import styles from "./ssh.module.css";

/** The keys of hosts that the user trusts; nothing as long as there are none. */
export function HostKeys() {
  const t = useTranslations("ssh.keys");
  const format = useFormatter();
  const queryClient = useQueryClient();
  const keys = useQuery({
    queryKey,
    queryFn: async ({ signal }) => rowsIn(await api.ssh.listHostKeys({}, { signal }), "keys"),
  });
  const remove = useMutation({
    mutationFn: (id: string) => api.ssh.deleteHostKey({ id }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
  });
  if (keys.data === undefined || keys.data.length === 0) return null;
  const columns: Column<SshHostKey>[] = [
    {
      id: "address",
      title: t("address"),
      sortBy: ({ address }) => address,
      renderCell: ({ address }) => <bdi dir="ltr">{address}</bdi>,
    },
    {
      id: "fingerprint",
      title: t("fingerprint"),
      isLine: true,
      renderCell: ({ type, fingerprint }) => (
        <div className={styles["name"]} dir="ltr">
          <code className={styles["dim"]}>{fingerprint}</code>
          <span className={styles["dim"]}>{type}</span>
        </div>
      ),
    },
    {
      id: "added",
      title: t("added"),
      sortBy: ({ added_at: addedMs }) => addedMs,
      firstDirection: "down",
      wideOnly: true,
      renderCell: ({ added_at: addedAt }) => format.dateTime(addedAt, { dateStyle: "medium" }),
    },
    {
      id: "remove",
      title: t("remove"),
      isTitleHidden: true,
      align: "end",
      renderCell: ({ id }) => (
        <Button size="xs" variant="default" onClick={() => remove.mutate(id)}>
          {t("remove")}
        </Button>
      ),
    },
  ];
  return (
    <Section title={t("title")} hint={t("hint")}>
      <Table label={t("title")} columns={columns} rows={keys.data} rowKey={({ id }) => id} />
    </Section>
  );
}
