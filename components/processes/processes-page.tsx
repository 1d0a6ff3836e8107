"use client";

import { Checkbox } from "@mantine/core";
import { IconList, IconListTree } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useDeferredValue, useMemo, useState } from "react";
import { LiveList } from "@/components/domain/live/live-list";
import { LivePage } from "@/components/domain/live/live-page";
import { useDialogAddress } from "@/components/layout/use-dialog-address";
import { placeTree } from "@/components/ui/grid/grid-order";
import { GridSearch, GridTools } from "@/components/ui/grid/grid-tools";
import { IconRadios } from "@/components/ui/icon-radios";
import type { ProcessRow } from "@/lib/contracts/processes";
import { filterProcesses, withParents } from "./filter-processes";
import { ProcessDialogs } from "./process-dialogs";
import { ProcessSummary } from "./process-summary";
import { processTable } from "./process-table";
import { useProcessActions, type ProcessDialog } from "./use-process-actions";
import { useProcessColumns } from "./use-process-columns";

/** All processes of the machine, live: as a list by what they use, or under those that started them. */
export default function ProcessesPage() {
  const t = useTranslations("processes");
  return (
    <LivePage title={t("title")} permission="sys_view" table={processTable}>
      {(rows) => <Processes rows={rows} />}
    </LivePage>
  );
}

function Processes({ rows }: { rows: ReadonlyMap<string, ProcessRow> }) {
  const t = useTranslations("processes");
  const [text, setText] = useState("");
  const [isTree, setTree] = useState(false);
  const [withKernel, setKernel] = useState(false);
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const dialog = useDialogAddress<ProcessDialog>();
  const columns = useProcessColumns();
  const actions = useProcessActions(dialog);
  const search = useDeferredValue(text);
  const shown = useMemo(() => {
    const found = filterProcesses(rows, { text: search, withKernel });
    return isTree ? withParents(found, rows) : found;
  }, [rows, search, withKernel, isTree]);

  const tree = useMemo(() => {
    if (!isTree) return undefined;
    const byPid = new Map([...shown.values()].map(({ pid, id }) => [pid, id]));
    return {
      key: [...closed].join(" "),
      place: (list: readonly ProcessRow[], compare: (a: ProcessRow, b: ProcessRow) => number) =>
        placeTree(list, compare, {
          parentOf: ({ parent }) => byPid.get(parent) ?? null,
          isClosed: (id) => closed.has(id),
        }),
      onToggle: (id: string, isOpen: boolean) =>
        setClosed((now) => new Set(isOpen ? [...now].filter((one) => one !== id) : [...now, id])),
    };
  }, [isTree, shown, closed]);

  return (
    <>
      <GridTools end={<ProcessSummary rows={rows} />}>
        <GridSearch label={t("search")} text={text} onText={setText} />
        <IconRadios
          label={t("view.label")}
          options={[
            { id: "table", label: t("view.table"), Icon: IconList },
            { id: "tree", label: t("view.tree"), Icon: IconListTree },
          ]}
          chosen={isTree ? "tree" : "table"}
          onChoose={(view) => setTree(view === "tree")}
        />
        <Checkbox
          size="xs"
          label={t("kernel")}
          checked={withKernel}
          onChange={({ currentTarget }) => setKernel(currentTarget.checked)}
        />
      </GridTools>
      <LiveList
        label={t("title")}
        columns={columns}
        rows={shown}
        sortedBy={{ column: "cpu", direction: "down" }}
        onOpen={({ id }) => dialog.openDetails(id)}
        menuOf={actions.menuOf}
        menuLabel={({ name }) => t("actions.title", { name })}
        empty={{ title: t("none"), hint: t("noneHint") }}
        {...(tree === undefined ? {} : { tree })}
      >
        <ProcessDialogs dialog={dialog} rows={rows} actions={actions} />
      </LiveList>
    </>
  );
}
