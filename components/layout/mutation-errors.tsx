"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { showToast } from "@/components/ui/toast/toast-store";
import { useErrorText } from "./use-error-text";

/** The one place that says why a change failed, unless its form does (`meta.errorOwner`). */
export function MutationErrors() {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe((event) => {
        if (event.type !== "updated" || event.action.type !== "error") return;
        if (event.mutation.meta?.errorOwner === "form") return;
        showToast({ kind: "error", message: errorText(event.action.error) });
      }),
    [queryClient, errorText],
  );
  return null;
}
