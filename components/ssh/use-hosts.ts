"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useStore } from "@/components/ui/use-store";
import { keepChannel } from "@/lib/client/channel";
import type { SshHost } from "@/lib/contracts/ssh";
import { createStore } from "@/lib/shared/store";

const hostStore = createStore<readonly SshHost[] | null>(null);

/** Asks anew for the places: hosts may be among them. */
export function useRefreshPlaces(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: ["setting", "filesSetting"] });
}

/** The user's hosts and the state of their connections; null until the server has told. */
export function useHosts(): readonly SshHost[] | null {
  useEffect(() => keepChannel("ssh/follow", {}, ({ hosts }) => hostStore.set(hosts)), []);
  return useStore(hostStore);
}
