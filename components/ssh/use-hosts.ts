"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { placesKey } from "@/components/layout/places-query";
import { useStore } from "@/components/ui/use-store";
import { keepChannel } from "@/lib/client/channel";
import type { SshHost } from "@/lib/contracts/ssh";
import { createStore } from "@/lib/shared/store";

type Hosts = { hosts: readonly SshHost[] | null; unreadable: number };

const hostStore = createStore<Hosts>({ hosts: null, unreadable: 0 });

/** Asks anew for the places: hosts may be among them. */
export function useRefreshPlaces(): () => void {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: placesKey });
}

/** The user's hosts and the state of their connections, null until the server has told; and how many cannot be read. */
export function useHosts(): Hosts {
  useEffect(
    () => keepChannel("ssh/follow", {}, ({ hosts, unreadable = 0 }) => hostStore.set({ hosts, unreadable })),
    [],
  );
  return useStore(hostStore);
}
