"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { askFolder } from "@/components/domain/choose-folder/folder-question";
import { placeText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import list from "@/components/ui/item-list.module.css";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { Share } from "@/lib/contracts/share";
import { nameOf, parentOf, parseVirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { sharesKey, useShares } from "./use-shares";
import styles from "./share.module.css";

type Item = Share["items"][number];

/** Lets what a share had lost lead to something again: to what has its name now, or to the one of its name in another folder. */
export default function RelinkDialog({ request: share, onClose }: { request: Share; onClose: () => void }) {
  const t = useTranslations("share");
  const { data: roots = [] } = useRoots();
  const errorText = useErrorText();
  const now = useShares().data?.find(({ id }) => id === share.id) ?? share;
  const missing = now.items.filter((item) => item.is_missing);
  const queryClient = useQueryClient();
  const relink = useMutation({
    mutationFn: ({ name, path }: Pick<Item, "name" | "path">) => api.share.relinkShare({ id: share.id, name, path }),
    meta: { errorOwner: "form" },
    onSuccess: async (_, { name }) => {
      showToast({ kind: "success", message: t("relinked", { name }) });
      await queryClient.invalidateQueries({ queryKey: sharesKey });
      if (missing.length === 1) onClose();
    },
  });
  const find = async ({ name, path }: Item) => {
    const known = parseVirtualPath(path);
    const above = known === null ? null : parentOf(known);
    const title = t("relinkFindOf", { name });
    const folder = await askFolder({ title, confirmLabel: t("create"), ...(above === null ? {} : { start: above }) });
    if (folder !== null) relink.mutate({ name, path: `${folder}/${known === null ? name : nameOf(known)}` });
  };

  return (
    <DialogCard title={<bdi>{t("relinkTitle", { title: shownName(share.title) })}</bdi>} onClose={onClose} size={560}>
      <p className={styles["hint"]}>{t("relinkHint")}</p>
      {relink.error === null ? null : <Banner kind="error">{errorText(relink.error)}</Banner>}
      <ul className={list["list"]}>
        {missing.map((item) => (
          <li key={item.name} className={`${list["item"]} ${styles["missing"]}`}>
            <div className={styles["what"]}>
              <bdi className={list["name"]}>{shownName(item.name)}</bdi>
              <bdi className={list["facts"]}>{placeText(item.path, roots)}</bdi>
            </div>
            <span className={styles["choices"]}>
              <Button
                size="xs"
                variant="default"
                disabled={relink.isPending}
                aria-label={t("relinkFindOf", { name: item.name })}
                onClick={() => void find(item)} // the question never rejects
              >
                {t("relinkFind")}
              </Button>
              <Button
                size="xs"
                disabled={relink.isPending}
                aria-label={t("relinkHereOf", { name: item.name })}
                onClick={() => relink.mutate(item)}
              >
                {t("relinkHere")}
              </Button>
            </span>
          </li>
        ))}
      </ul>
    </DialogCard>
  );
}
