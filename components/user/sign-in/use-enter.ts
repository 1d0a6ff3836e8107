"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { takePage } from "@/components/layout/last-page";
import { forgetEndReason } from "@/lib/client/end-reason";
import { forgetLeft } from "@/lib/client/left";
import { storeToken } from "@/lib/client/token";
import { pages } from "@/lib/client/urls";

/** After signing in: to the page that the user came from, else to the files; where a second factor is required, to its set-up first. */
export function useEnter(): (entered: { token: string; factor_missing: boolean }) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useCallback(
    ({ token, factor_missing: isMissing }) => {
      storeToken(token);
      forgetEndReason();
      forgetLeft();
      queryClient.clear();
      router.replace(isMissing ? pages.secondFactor() : (takePage() ?? pages.files()));
    },
    [router, queryClient],
  );
}
