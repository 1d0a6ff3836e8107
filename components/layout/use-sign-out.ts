"use client";

import { useMutation, useQueryClient } from "@tanstack/react-query";
import { api } from "@/lib/client/call";
import { forgetEndReason } from "@/lib/client/end-reason";
import { rememberLeft } from "@/lib/client/left";
import { dropToken } from "@/lib/client/token";
import { urls } from "@/lib/client/urls";
import { forgetPage } from "./last-page";

/** Ends the session on the server, and that at the proxy where one signed the user in; the browser's half goes even when the server cannot be reached. */
export function useSignOut(): () => void {
  const queryClient = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => api.user.logout({}),
    onSettled: (answer) => {
      dropToken();
      forgetPage();
      forgetEndReason();
      rememberLeft();
      queryClient.clear();
      // A full load: nothing of one user stays in memory for the next.
      location.assign(answer?.go_to ?? urls.asset(""));
    },
  });
  return mutate;
}
