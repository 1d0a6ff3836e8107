"use client";

import { Button } from "@mantine/core";
import { IconPlus, IconSettings } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { DockerTabs } from "@/components/domain/docker/docker-tabs";
import { FoundList } from "@/components/domain/live/found-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useCachedMe } from "@/components/layout/use-me";
import { IconButton } from "@/components/ui/icon-button";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { pages } from "@/lib/client/urls";
import type { StackRow } from "@/lib/contracts/stack";
import { ApprovalRequest } from "./approval-request";
import { filterStacks } from "./filter-stacks";
import { findOf } from "./find-of";
import { NoCompose } from "./no-compose";
import { stackActionsFor, stackStateOf } from "./stack-state";
import { stackTable } from "./stack-table";
import { useStackActions } from "./use-stack-actions";
import { useStackColumns } from "./use-stack-columns";

const NewStackDialog = lazyDialog(() => import("./new-stack-dialog"));
const StackFolderDialog = lazyDialog(() => import("./stack-folder-dialog"));
const AdoptDialog = lazyDialog(() => import("./adopt-dialog"));

type Opened = { what: "new" } | { what: "folder" } | { what: "adopt"; name: string } | null;

/** The stacks of Compose on this machine, live. */
export default function StacksPage() {
  const t = useTranslations("stack");
  const isRoot = useCachedMe()?.is_root === true;
  const [opened, setOpened] = useState<Opened>(null);
  const close = () => setOpened(null);
  return (
    <>
      <LivePage
        title={t("title")}
        permission="docker_view"
        table={stackTable}
        tabs={<DockerTabs />}
        actions={
          isRoot ? (
            <>
              <IconButton
                label={t("folder.open")}
                icon={<IconSettings size={18} />}
                onClick={() => setOpened({ what: "folder" })}
              />
              <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setOpened({ what: "new" })}>
                {t("new.open")}
              </Button>
            </>
          ) : null
        }
      >
        {(rows) => <Stacks rows={rows} isRoot={isRoot} onAdopt={(name) => setOpened({ what: "adopt", name })} />}
      </LivePage>
      <>
        <ApprovalRequest />
        {opened?.what === "new" ? <NewStackDialog onClose={close} /> : null}
        {opened?.what === "folder" ? <StackFolderDialog onClose={close} /> : null}
        {opened?.what === "adopt" ? <AdoptDialog name={opened.name} onClose={close} /> : null}
      </>
    </>
  );
}

type Props = { rows: ReadonlyMap<string, StackRow>; isRoot: boolean; onAdopt: (name: string) => void };

function Stacks({ rows, isRoot, onAdopt }: Props) {
  const t = useTranslations("stack");
  const router = useRouter();
  const columns = useStackColumns();
  const { run, remove } = useStackActions();
  const reason = isRoot ? null : t("rootOnly");
  const open = ({ id, origin }: StackRow) => {
    if (origin === "foreign" && isRoot) onAdopt(id);
    else router.push(pages.stack(id));
  };
  const menuOf = (row: StackRow): readonly MenuItem[] => {
    const { id, origin, working } = row;
    const containers = {
      id: "containers",
      label: t("actions.containers"),
      onSelect: () => router.push(pages.containers(findOf(id))),
    };
    if (origin === "foreign")
      return [
        containers,
        { id: "adopt", label: t("actions.adopt"), disabledReason: reason, onSelect: () => onAdopt(id) },
      ];
    const busy = working === null ? reason : (reason ?? t(`working.${working}`));
    return [
      { id: "open", label: t("actions.open"), onSelect: () => open(row) },
      containers,
      { id: "divider", divider: true },
      ...stackActionsFor(stackStateOf(row)).map((action) => ({
        id: action,
        label: t(`actions.${action}`),
        danger: action === "down",
        disabledReason: busy,
        onSelect: () => void run({ name: id, action, staying: row.leftovers }),
      })),
      { id: "divider2", divider: true },
      {
        id: "remove",
        label: t(origin === "own" ? "actions.remove" : "actions.forget"),
        danger: origin === "own",
        disabledReason: busy ?? (origin === "own" && stackStateOf(row) !== "none" ? t("removeBusy") : null),
        onSelect: () => void remove(id, origin),
      },
    ];
  };
  return (
    <>
      <NoCompose />
      <FoundList
        label={t("title")}
        columns={columns}
        rows={rows}
        find={filterStacks}
        search={t("search")}
        sortedBy={{ column: "name", direction: "up" }}
        onOpen={open}
        menuOf={menuOf}
        menuLabel={({ id }) => t("actions.menu", { name: id })}
        isDim={(row) => stackStateOf(row) === "none"}
        none={{ title: t("none"), hint: t(isRoot ? "noneHint" : "noneHintOthers") }}
        noMatch={{ title: t("noMatch"), hint: t("noMatchHint") }}
      />
    </>
  );
}
