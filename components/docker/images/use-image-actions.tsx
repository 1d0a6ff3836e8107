"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { useCan } from "@/components/layout/use-can";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { openConfirm, openPrompt } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { newerImages } from "@/lib/client/newer-images";
import type { ImageRow } from "@/lib/contracts/docker-images";
import { nameOfImage } from "./filter-images";
import { isNameWith, useOwnNames } from "./use-own-names";

/** What may be open above the list instead of an image's details. */
export type ImageDialogs =
  | { kind: "pull" | "build" | "prune" | "registries" }
  | { kind: "pulling"; taskId: string; reference: string };

/** What can be done with an image. */
export function useImageActions({
  openDetails,
  openOther: onOpen,
}: Pick<OpenDialog<ImageDialogs>, "openDetails" | "openOther">) {
  const t = useTranslations("dockerImage");
  const tUi = useTranslations("ui");
  const can = useCan();
  const words = useWords();
  const { prefix, hint } = useOwnNames();
  const { mutateAsync: tag } = useMutation({
    mutationFn: ({ id, reference }: { id: string; reference: string }) => api.docker.tagImage({ id, reference }),
  });
  const { mutateAsync: remove } = useMutation({
    mutationFn: ({ row, reference }: { row: ImageRow; reference?: string }) =>
      api.docker.removeImage({ id: row.id, ...(reference === undefined ? {} : { reference }) }),
    onSuccess: (_, { row, reference }) =>
      showToast({ kind: "success", message: t("done.remove", { name: reference ?? nameOfImage(row) }) }),
  });
  const { mutate: check } = useMutation({
    mutationFn: ({ reference }: { reference: string; id: string }) => api.docker.checkImage({ reference }),
    onSuccess: ({ state }, { reference: name, id }) => {
      // Its row says so until it is pulled.
      newerImages.note(name, state === "newer" ? id : null);
      showToast({ kind: "success", message: t(`done.check.${state}`, { name }) });
    },
  });
  const { mutate: pull } = useMutation({
    mutationFn: (reference: string) => api.docker.pullImage({ reference }),
    onSuccess: ({ taskId }, reference) => {
      watchTask(taskId, words);
      onOpen({ kind: "pulling", taskId, reference });
    },
  });
  const updateReason = can("docker_image_update") ? null : tUi("forbiddenHint");
  const deleteReason = can("docker_images_delete") ? null : tUi("forbiddenHint");

  return useMemo(() => {
    const askTag = async (row: ImageRow) => {
      await openPrompt({
        title: t("tag.title", { name: nameOfImage(row) }),
        label: t("tag.label"),
        ...(hint === undefined ? {} : { hint }),
        initial: row.tags.find((one) => one.startsWith(prefix)) ?? prefix,
        confirmLabel: t("tag.confirm"),
        validate: (text) => (isNameWith(prefix, text.trim()) ? null : t("pull.problem")),
        act: (reference) => tag({ id: row.id, reference: reference.trim() }),
      });
    };
    const askRemove = async (row: ImageRow, reference?: string) => {
      await openConfirm({
        title:
          reference === undefined
            ? t("confirm.remove", { name: nameOfImage(row) })
            : t("confirm.untag", { name: reference }),
        body: reference === undefined ? t("confirm.removeText", { count: row.tags.length }) : t("confirm.untagText"),
        confirmLabel: t(reference === undefined ? "confirm.removeLabel" : "confirm.untagLabel"),
        danger: true,
        act: () => remove({ row, ...(reference === undefined ? {} : { reference }) }),
      });
    };
    const menuOf = (row: ImageRow): readonly MenuItem[] => {
      const [first] = row.tags;
      const usedReason = row.used_count > 0 ? t("usedReason", { count: row.used_count }) : null;
      return [
        { id: "details", label: t("actions.details"), onSelect: () => openDetails(row.id) },
        ...(first === undefined
          ? []
          : [
              {
                id: "check",
                label: t("actions.check"),
                disabledReason: updateReason,
                onSelect: () => check({ reference: first, id: row.id }),
              },
              { id: "again", label: t("actions.again"), disabledReason: updateReason, onSelect: () => pull(first) },
            ]),
        { id: "tag", label: t("actions.tag"), disabledReason: updateReason, onSelect: () => void askTag(row) },
        { id: "divider", divider: true },
        ...(row.tags.length < 2
          ? []
          : row.tags.slice(0, 10).map((reference) => ({
              id: `untag ${reference}`,
              label: t("actions.untag", { name: reference }),
              disabledReason: deleteReason,
              onSelect: () => void askRemove(row, reference),
            }))),
        {
          id: "remove",
          label: t("actions.remove"),
          danger: true,
          disabledReason: deleteReason ?? usedReason,
          onSelect: () => void askRemove(row),
        },
      ];
    };
    return { menuOf, pullReason: updateReason, pull };
  }, [t, tag, remove, check, pull, openDetails, updateReason, deleteReason, prefix, hint]);
}
