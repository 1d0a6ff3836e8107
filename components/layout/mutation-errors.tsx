"use client";

import { useQueryClient, type Mutation } from "@tanstack/react-query";
import { useEffect } from "react";
import { lastPress } from "@/components/ui/problem/press";
import { showToast } from "@/components/ui/toast/toast-store";
import { useErrorText } from "./use-error-text";

/** The one place that says why a change failed, unless its form does (`meta.errorOwner`). */
export function MutationErrors() {
  const queryClient = useQueryClient();
  const errorText = useErrorText();
  useEffect(() => {
    const presses = new WeakMap<Mutation, Element | null>();
    return queryClient.getMutationCache().subscribe((event) => {
      if (event.type !== "updated" || event.mutation.meta?.errorOwner === "form") return;
      const { mutation, action } = event;
      // Something else may be pressed before it fails.
      if (action.type === "pending") presses.set(mutation, lastPress());
      if (action.type !== "error") return;
      showToast({ kind: "error", message: errorText(action.error), press: presses.get(mutation) ?? null });
    });
  }, [queryClient, errorText]);
  return null;
}
