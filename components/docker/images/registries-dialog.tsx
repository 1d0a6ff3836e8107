"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { IconPlus } from "@tabler/icons-react";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { rowsIn } from "@/components/layout/rows-in";
import { QuietText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { RegistryInfo } from "@/lib/contracts/docker-registries";
import { registriesKey } from "./registries-key";
import { RegistryForm } from "./registry-form";
import styles from "./registries.module.css";

/** How the server signs in to registries, for all who pull. */
export default function RegistriesDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("dockerImage.registries");
  const [edited, setEdited] = useState<RegistryInfo | "new" | null>(null);
  const registries = useQuery({
    queryKey: registriesKey,
    queryFn: async ({ signal }) => rowsIn(await api.docker.listRegistries({}, { signal }), "registries"),
    staleTime: 0,
  });
  if (edited !== null) return <RegistryForm known={edited === "new" ? null : edited} onClose={() => setEdited(null)} />;
  return (
    <DialogCard title={t("title")} onClose={onClose} size={600} fillsPhone>
      <QuietText>{t("hint")}</QuietText>
      <QueryState query={registries} rows={2}>
        {(all) => (
          <ul className={styles["list"]}>
            {all.map((one) => (
              <Line key={one.host} registry={one} onEdit={() => setEdited(one)} />
            ))}
          </ul>
        )}
      </QueryState>
      <div>
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setEdited("new")}>
          {t("add")}
        </Button>
      </div>
    </DialogCard>
  );
}

function Line({
  registry: { host, username, checked_at: at },
  onEdit,
}: {
  registry: RegistryInfo;
  onEdit: () => void;
}) {
  const t = useTranslations("dockerImage.registries");
  const format = useFormatter();
  const queryClient = useQueryClient();
  const settled = () => void queryClient.invalidateQueries({ queryKey: registriesKey }); // a failure is the query's to show
  const test = useMutation({
    mutationFn: () => api.docker.testRegistry({ host }),
    onSuccess: () => showToast({ kind: "success", message: t("works", { host }) }),
    onSettled: settled,
  });
  const remove = useMutation({
    mutationFn: () => api.docker.removeRegistry({ host }),
    onSuccess: () => showToast({ kind: "success", message: t("removed", { host }) }),
    onSettled: settled,
  });
  const askRemove = async () => {
    const isConfirmed = await openConfirm({
      title: t("remove.title", { host }),
      body: t("remove.text"),
      confirmLabel: t("remove.label"),
      danger: true,
    });
    if (isConfirmed) remove.mutate();
  };
  return (
    <li className={styles["line"]}>
      <div className={styles["who"]}>
        <bdi dir="ltr">{host}</bdi>
        <span className={styles["account"]}>
          {at === null
            ? username
            : t("account", { username, at: format.dateTime(at, { dateStyle: "medium", timeStyle: "short" }) })}
        </span>
      </div>
      <div className={styles["buttons"]}>
        <Button variant="default" size="xs" loading={test.isPending} onClick={() => test.mutate()}>
          {t("test")}
        </Button>
        <Button variant="default" size="xs" onClick={onEdit}>
          {t("change")}
        </Button>
        <Button variant="default" size="xs" loading={remove.isPending} onClick={() => void askRemove()}>
          {t("remove.action")}
        </Button>
      </div>
    </li>
  );
}
