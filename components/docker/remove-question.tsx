"use client";

import { Checkbox } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { api } from "@/lib/client/call";
import type { ContainerRow } from "@/lib/contracts/docker";
import { isRunning } from "./filter-containers";

/** As much of a name as tells it from others. */
const shortLength = 12;

type Props = { row: ContainerRow; onVolumes: (isChosen: boolean) => void };

/** What goes with a container, and whether its volumes without a name go as well. */
export function RemoveQuestion({ row, onVolumes }: Props) {
  const t = useTranslations("docker.confirm");
  const [isChosen, setChosen] = useState(false);
  const { data } = useQuery({
    queryKey: ["docker", "container", row.id, "volumes"],
    queryFn: ({ signal }) => api.docker.getContainer({ id: row.id }, { signal }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    // Without it the container alone is deleted.
    meta: { errorOwner: "form" },
  });
  const volumes = data?.anonymous_volumes ?? [];
  return (
    <>
      {[...(isRunning(row) ? [t("removeRunning")] : []), t("removeText")].join(" ")}
      {volumes.length === 0 ? null : (
        <Checkbox
          mt={14}
          label={t("volumes", { count: volumes.length })}
          description={t("volumesStay", {
            count: volumes.length,
            names: volumes.map((name) => name.slice(0, shortLength)).join(", "),
          })}
          checked={isChosen}
          onChange={({ currentTarget: { checked } }) => {
            setChosen(checked);
            onVolumes(checked);
          }}
        />
      )}
    </>
  );
}
