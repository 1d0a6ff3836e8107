"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { PruneAndNew } from "@/components/domain/docker/prune-and-new";
import { FoundList } from "@/components/domain/live/found-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCan } from "@/components/layout/use-can";
import { useDialogAddress, type OpenDialog } from "@/components/layout/use-dialog-address";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import type { NetworkRow } from "@/lib/contracts/network";
import { filterNetworks, findNetwork } from "./filter-networks";
import { useNetworkColumns } from "./use-network-columns";

const NetworkDialog = lazyDialog(() => import("./network-dialog"));
const NewNetworkDialog = lazyDialog(() => import("./new-network-dialog"));
const PruneNetworks = lazyDialog(() => import("./prune-networks"));

const networkTable = createLiveTable<NetworkRow>((hear, end) => keepChannel("network/follow", {}, hear, end));

type Other = { what: "new" | "prune" };

/** The networks of Docker, live. */
export default function NetworksPage() {
  const t = useTranslations("network");
  const can = useCan();
  const dialog = useDialogAddress<Other>();
  return (
    <LivePage
      title={t("title")}
      permission="docker_view"
      table={networkTable}
      tabs={<DockerTabs />}
      actions={
        can("docker_network_update") ? (
          <PruneAndNew pruneLabel={t("prune.open")} newLabel={t("new.open")} onOpen={dialog.openOther} />
        ) : null
      }
    >
      {(rows) => <Networks rows={rows} dialog={dialog} />}
    </LivePage>
  );
}

type Props = { rows: ReadonlyMap<string, NetworkRow>; dialog: OpenDialog<Other> };

function Networks({ rows, dialog: { details, other, openDetails, close } }: Props) {
  const t = useTranslations("network");
  const tUi = useTranslations("ui");
  const can = useCan();
  const columns = useNetworkColumns();
  const { mutateAsync: remove } = useMutation({
    mutationFn: ({ id }: NetworkRow) => api.network.removeNetwork({ id }),
    onSuccess: (_, { name }) => showToast({ kind: "success", message: t("done.removed", { name }) }),
  });
  const askRemove = async (row: NetworkRow) => {
    await openConfirm({
      title: t("confirm.remove", { name: row.name }),
      body: t("confirm.removeText"),
      confirmLabel: tUi("delete"),
      danger: true,
      act: () => remove(row),
    });
  };
  const reasonOf = ({ is_own, used_by, may_change: mayChange }: NetworkRow) => {
    if (!can("docker_network_update")) return tUi("forbiddenHint");
    if (is_own) return t("ownHint");
    if (!mayChange) return t("othersHint");
    return used_by > 0 ? t("inUse", { count: used_by }) : null;
  };
  const menuOf = (row: NetworkRow): readonly MenuItem[] => [
    { id: "details", label: t("actions.details"), onSelect: () => openDetails(row.id) },
    { id: "divider", divider: true },
    {
      id: "remove",
      label: t("actions.remove"),
      danger: true,
      disabledReason: reasonOf(row),
      onSelect: () => void askRemove(row),
    },
  ];
  return (
    <FoundList
      label={t("title")}
      columns={columns}
      rows={rows}
      find={filterNetworks}
      search={t("search")}
      sortedBy={{ column: "name", direction: "up" }}
      onOpen={({ id }) => openDetails(id)}
      menuOf={menuOf}
      menuLabel={({ name }) => t("actions.menu", { name })}
      isDim={({ used_by }) => used_by === 0}
      none={{ title: t("noMatch"), hint: t("noMatchHint") }}
      noMatch={{ title: t("noMatch"), hint: t("noMatchHint") }}
    >
      {details === null ? null : <NetworkDialog id={details} row={findNetwork(rows, details)} onClose={close} />}
      {other?.what === "new" ? <NewNetworkDialog onClose={close} /> : null}
      {other?.what === "prune" ? <PruneNetworks onClose={close} /> : null}
    </FoundList>
  );
}
