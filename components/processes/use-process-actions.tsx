"use client";

import { IconCopy, IconInfoCircle, IconPlayerStop, IconSend, IconStairs, IconX } from "@tabler/icons-react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { useCan } from "@/components/layout/use-can";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { useCopy } from "@/components/ui/use-copy";
import { api } from "@/lib/client/call";
import type { ProcessRow } from "@/lib/contracts/processes";
import type { SignalName } from "@/lib/shared/signals";
import { processTable } from "./process-table";

/** What may open beside the list instead of a process's details. */
export type ProcessDialog = { kind: "signal" | "nice"; row: ProcessRow };

/** What can be done with a process: in its menu, and in its details. */
export function useProcessActions({
  openDetails,
  openOther: open,
}: Pick<OpenDialog<ProcessDialog>, "openDetails" | "openOther">) {
  const t = useTranslations("processes");
  const tLayout = useTranslations("ui");
  const can = useCan();
  const { copy } = useCopy();
  const { mutate: send } = useMutation({
    mutationFn: ({ row: { id }, signal }: { row: ProcessRow; signal: SignalName }) =>
      api.processes.signalProcess({ id, signal }),
    onSuccess: (_, { row: { name }, signal }) => {
      const message = signal === "SIGTERM" ? t("done.ended", { name }) : t("done.signal", { signal, name });
      showToast({ kind: "success", message });
    },
  });
  const reason = can("sys_process_close") ? null : tLayout("forbiddenHint");
  return useMemo(() => {
    const ask = async (row: ProcessRow, kind: "end" | "kill") => {
      const { name, pid } = row;
      const children = [...(processTable.get().rows?.values() ?? [])].filter(({ parent }) => parent === pid).length;
      const isConfirmed = await openConfirm({
        title: t(`${kind}.title`, { name, pid: String(pid) }),
        body: [
          ...(row.is_own ? [t("itself")] : []),
          t(`${kind}.text`),
          ...(children === 0 ? [] : [t("children", { count: children })]),
        ].join(" "),
        confirmLabel: t(`actions.${kind}`),
        danger: true,
      });
      if (isConfirmed) send({ row, signal: kind === "end" ? "SIGTERM" : "SIGKILL" });
    };
    const menuOf = (row: ProcessRow): readonly MenuItem[] => [
      {
        id: "details",
        label: t("actions.details"),
        icon: <IconInfoCircle size={17} />,
        onSelect: () => openDetails(row.id),
      },
      {
        id: "copy",
        label: t("actions.copy"),
        icon: <IconCopy size={17} />,
        onSelect: () => copy(row.command === "" ? row.name : row.command),
      },
      { id: "divider", divider: true },
      {
        id: "end",
        label: t("actions.end"),
        icon: <IconPlayerStop size={17} />,
        disabledReason: reason,
        onSelect: () => void ask(row, "end"),
      },
      {
        id: "signal",
        label: t("actions.signal"),
        icon: <IconSend size={17} />,
        disabledReason: reason,
        onSelect: () => open({ kind: "signal", row }),
      },
      {
        id: "nice",
        label: t("actions.nice"),
        icon: <IconStairs size={17} />,
        disabledReason: reason,
        onSelect: () => open({ kind: "nice", row }),
      },
      {
        id: "kill",
        label: t("actions.kill"),
        icon: <IconX size={17} />,
        danger: true,
        disabledReason: reason,
        onSelect: () => void ask(row, "kill"),
      },
    ];
    return { menuOf, ask, send, reason };
  }, [t, reason, copy, send, open, openDetails]);
}

export type ProcessActions = ReturnType<typeof useProcessActions>;
