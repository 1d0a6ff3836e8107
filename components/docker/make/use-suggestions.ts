"use client";

import { useQuery } from "@tanstack/react-query";
import { imageTable } from "@/components/docker/images/image-table";
import { useCan } from "@/components/layout/use-can";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import type { LiveTable } from "@/lib/client/live-rows";
import type { ImageRow } from "@/lib/contracts/docker-images";
import { compareNames } from "@/lib/shared/compare-names";
import { createStore } from "@/lib/shared/store";

/** For whoever may not see them. */
const unseen = createStore<LiveTable<ImageRow>>({ rows: null, left: 0, unreadable: 0, problem: null, isEnded: false });

/** What is on this machine, for fields that name one of it. */
export function useSuggestions(): { images: string[]; networks: string[] } {
  const maySee = useCan()("docker_view");
  const { rows } = useStore(maySee ? imageTable : unseen);
  const { data } = useQuery({
    queryKey: ["network", "names"],
    queryFn: ({ signal }) => api.network.listNetworks({}, { signal }),
    enabled: maySee,
    // Without them the fields are filled in by hand.
    meta: { errorOwner: "form" },
    retry: false,
  });
  return {
    // Names are told once: twice the same would be a mistake of the list's.
    images: [...new Set([...(rows?.values() ?? [])].flatMap(({ tags }) => tags))].toSorted(compareNames),
    networks: [...new Set((data?.networks ?? []).map(({ name }) => name))].toSorted(compareNames),
  };
}
