"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { IconArrowDown, IconArrowUp, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { api } from "@/lib/client/call";
import { shownName } from "@/lib/shared/shown-name";
import { randomId } from "@/lib/shared/units";
import { QuickForm } from "./quick-form";
import { moveRow, rowsOf, treeOf, type QuickRow } from "./quick-tree";
import styles from "./quick.module.css";

const queryKey = ["terminal", "quick"] as const;

/** The user's quick commands: their order, one level of groups, and a form for one of them. */
export default function QuickDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("terminal.quick");
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey,
    queryFn: async ({ signal }) => rowsOf((await api.terminal.listQuickCommands({}, { signal })).commands),
  });
  const { mutateAsync: save, isPending } = useMutation({
    mutationFn: (rows: readonly QuickRow[]) => api.terminal.saveQuickCommands({ commands: treeOf(rows) }),
    onSuccess: ({ commands }) => queryClient.setQueryData(queryKey, rowsOf(commands)),
  });
  const [edited, setEdited] = useState<QuickRow | null>(null);
  const itemsFor = (row: QuickRow, rows: readonly QuickRow[]): MenuItem[] => {
    const keep = (next: readonly QuickRow[]) => void save(next).catch(() => {}); // the query client shows what failed
    const moves = ([-1, 1] as const).flatMap((step) => {
      const moved = moveRow(rows, row.id, step);
      const icon = step === 1 ? <IconArrowDown size={16} /> : <IconArrowUp size={16} />;
      if (moved === null) return [];
      return [{ id: `move ${step}`, label: t(step === 1 ? "down" : "up"), icon, onSelect: () => keep(moved) }];
    });
    return [
      { id: "edit", label: t("edit"), icon: <IconPencil size={16} />, onSelect: () => setEdited(row) },
      ...moves,
      {
        id: "remove",
        label: t("remove"),
        icon: <IconTrash size={16} />,
        danger: true,
        onSelect: () => keep(rows.filter(({ id }) => id !== row.id)),
      },
    ];
  };
  return (
    <DialogCard title={t("title")} onClose={onClose} size={560} fillsPhone>
      <QueryState query={query} rows={3}>
        {(rows) =>
          edited === null ? (
            <>
              <p className={styles["hint"]}>{rows.length === 0 ? t("empty") : t("hint")}</p>
              <ul className={styles["list"]}>
                {rows.map((row) => (
                  <li key={row.id} className={styles["line"]} data-child={row.parent !== null || undefined}>
                    <div className={styles["about"]}>
                      <bdi>{shownName(row.note)}</bdi>
                      <code dir="ltr">{shownName(row.command)}</code>
                    </div>
                    <ActionMenu label={t("actionsFor", { name: row.note })} items={itemsFor(row, rows)} />
                  </li>
                ))}
              </ul>
              <Button
                variant="default"
                leftSection={<IconPlus size={16} />}
                onClick={() => setEdited({ ...blank, id: randomId() })}
              >
                {t("add")}
              </Button>
            </>
          ) : (
            <QuickForm
              row={edited}
              groups={rows.filter(({ id, parent, command }) => parent === null && command === "" && id !== edited.id)}
              hasChildren={rows.some(({ parent }) => parent === edited.id)}
              isSaving={isPending}
              onCancel={() => setEdited(null)}
              onSave={(row) => {
                const isNew = rows.every(({ id }) => id !== row.id);
                save(isNew ? [...rows, row] : rows.map((one) => (one.id === row.id ? row : one))).then(
                  () => setEdited(null),
                  () => {}, // as above
                );
              }}
            />
          )
        }
      </QueryState>
    </DialogCard>
  );
}

const blank = { note: "", command: "", way: "terminal", suffixes: [], parent: null } satisfies Omit<QuickRow, "id">;
