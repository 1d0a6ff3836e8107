"use client";

import { useMutation, useQueryClient, type QueryKey } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { showToast } from "@/components/ui/toast/toast-store";
import { useDraft } from "./use-draft";
import { useUnsavedGuard } from "./use-unsaved-guard";

type SettingForm<T> = {
  saved: T;
  queryKey: QueryKey;
  /** Gives what is stored now. */
  store: (value: T) => Promise<T>;
};

/** A form over something that the server keeps: a working copy, saving, and the question before leaving it unsaved. */
export function useSettingForm<T extends object>({ saved, queryKey, store }: SettingForm<T>) {
  const t = useTranslations("ui");
  const queryClient = useQueryClient();
  const { value, patch, restart, isDirty } = useDraft(saved);
  useUnsavedGuard(isDirty);
  const { mutate, isPending } = useMutation({
    mutationFn: store,
    onSuccess: (stored) => {
      queryClient.setQueryData(queryKey, stored);
      restart(stored);
      showToast({ kind: "success", message: t("saved") });
    },
  });
  return { value, patch, save: () => mutate(value), reset: () => restart(saved), isDirty, isSaving: isPending };
}
