"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useCallback } from "react";
import { takePage } from "@/components/layout/last-page";
import { forgetEndReason } from "@/lib/client/end-reason";
import { storeToken } from "@/lib/client/token";
import { pages } from "@/lib/client/urls";

/** After signing in: to the page that the user came from, else to the files. */
export function useEnter(): (token: string) => void {
  const router = useRouter();
  const queryClient = useQueryClient();
  return useCallback(
    (token) => {
      storeToken(token);
      forgetEndReason();
      queryClient.clear();
      router.replace(takePage() ?? pages.files());
    },
    [router, queryClient],
  );
}
