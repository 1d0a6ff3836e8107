"use client";

import { Button, Select } from "@mantine/core";
import { IconPlugOff } from "@tabler/icons-react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useCan } from "@/components/layout/use-can";
import { DetailPart, QuietText } from "@/components/ui/details/detail-part";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { IconButton } from "@/components/ui/icon-button";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { networkContract } from "@/lib/contracts/network";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./network.module.css";

type Details = OutputOf<typeof networkContract.getNetwork>;

/** The containers on a network: which, with which addresses, and who else could be. */
export function NetworkMembers({ network }: { network: Details }) {
  const t = useTranslations("network.members");
  const may = useCan()("docker_network_update") && network.name !== "host" && network.name !== "none";
  const [chosen, setChosen] = useState<string | null>(null);
  const all = useQuery({
    queryKey: ["docker", "containers", "names"],
    queryFn: ({ signal }) => api.docker.listContainers({}, { signal }),
    enabled: may,
  });
  const { mutate: connect, isPending } = useMutation({
    mutationFn: (container: string) => api.network.connectContainer({ id: network.id, container }),
    onSuccess: () => setChosen(null),
  });
  const { mutate: disconnect } = useMutation({
    mutationFn: (container: string) => api.network.disconnectContainer({ id: network.id, container, force: false }),
  });
  const ask = async ({ id, name }: { id: string; name: string }) => {
    const isSure = await openConfirm({
      title: t("disconnectTitle", { name, network: network.name }),
      body: t("disconnectText"),
      confirmLabel: t("disconnect"),
      danger: true,
    });
    if (isSure) disconnect(id);
  };
  const here = new Set(network.containers.map(({ id }) => id));
  const others = (all.data?.containers ?? []).filter(({ id }) => !here.has(id));
  return (
    <DetailPart title={t("title")}>
      {network.containers.length === 0 ? (
        <QuietText>{t("none")}</QuietText>
      ) : (
        <ul className={styles["members"]}>
          {network.containers.map((one) => (
            <li key={one.id} className={styles["member"]}>
              <bdi dir="ltr">{shownName(one.name)}</bdi>
              <bdi dir="ltr" className={styles["address"]}>
                {[one.ipv4, one.ipv6].filter((address) => address !== "").join("  ")}
              </bdi>
              {may ? (
                <IconButton
                  label={t("disconnectNamed", { name: one.name })}
                  icon={<IconPlugOff size={16} />}
                  onClick={() => void ask(one)}
                />
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {may && network.may_change && others.length > 0 ? (
        <div className={styles["connect"]}>
          <Select
            size="xs"
            label={t("container")}
            searchable
            data={others.map(({ id, name }) => ({ value: id, label: name }))}
            value={chosen}
            onChange={setChosen}
          />
          <Button
            size="xs"
            variant="default"
            disabled={chosen === null}
            loading={isPending}
            onClick={() => (chosen === null ? undefined : connect(chosen))}
          >
            {t("connect")}
          </Button>
        </div>
      ) : null}
    </DetailPart>
  );
}
