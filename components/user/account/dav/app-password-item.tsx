"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import styles from "@/components/user/account/account.module.css";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { appPasswordsKey } from "@/lib/client/dav";
import type { davContract } from "@/lib/contracts/dav";
import type { OutputOf } from "@/lib/contracts/endpoint";
import { placesQuery } from "./places-query";

type AppPassword = OutputOf<typeof davContract.listAppPasswords>["passwords"][number];

export function AppPasswordItem({ password }: { password: AppPassword }) {
  const t = useTranslations("account.dav");
  const format = useFormatter();
  const queryClient = useQueryClient();
  const { data: places = [] } = useQuery(placesQuery);
  const { id, name, root, read_only: isReadOnly, created_at: createdAt, last_used_at: lastUsedAt } = password;
  const revoke = useMutation({
    mutationFn: () => api.dav.revokeAppPassword({ id }),
    onSuccess: () => showToast({ kind: "success", message: t("revoked") }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: appPasswordsKey }),
  });
  const dateText = (atMs: number) => format.dateTime(atMs, { dateStyle: "medium" });
  const place = root === null ? null : (places.find((one) => one.id === root)?.note ?? root);
  const ask = async () => {
    const request = {
      title: t("revokeTitle", { name }),
      body: t("revokeBody"),
      confirmLabel: t("revoke"),
      danger: true,
    };
    if (await openConfirm(request)) revoke.mutate();
  };
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]}>{name}</div>
        <div className={styles["facts"]}>
          <span>{place === null ? t("allPlaces") : t("onlyPlace", { place })}</span>
          {isReadOnly ? <span>{t("readOnly")}</span> : null}
          <span>{t("created", { date: dateText(createdAt) })}</span>
          <span>{lastUsedAt === null ? t("neverUsed") : t("lastUsed", { date: dateText(lastUsedAt) })}</span>
        </div>
      </div>
      <Button
        variant="default"
        aria-label={t("revokeNamed", { name })}
        loading={revoke.isPending}
        onClick={() => void ask()} // openConfirm never rejects
      >
        {t("revoke")}
      </Button>
    </li>
  );
}
