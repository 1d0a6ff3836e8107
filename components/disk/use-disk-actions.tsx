"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useMemo } from "react";
import { folderToolRequest } from "@/components/domain/tool/folder-tool-store";
import { useCan } from "@/components/layout/use-can";
import type { OpenDialog } from "@/components/layout/use-dialog-address";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { DiskRow } from "@/lib/contracts/disk";
import { memberTypes } from "@/lib/shared/disks";
import { parseVirtualPath } from "@/lib/shared/paths";
import { shortName } from "./arrange";

/** What may be open instead of a device's details. */
export type DiskDialog =
  | { kind: "smart"; id: string }
  | { kind: "mount"; id: string }
  | { kind: "unmount"; id: string; place: string };

type Mount = DiskRow["mounts"][number];

/** Whether there is a file system on it that could be mounted by itself. */
export const isMountable = ({ fs_type, kind, is_swap }: DiskRow) =>
  kind !== "remote" && fs_type !== null && !memberTypes.has(fs_type) && !is_swap;

/** What can be done with a device, in its menu and in its details. */
export function useDiskActions({
  openDetails,
  openOther: open,
}: Pick<OpenDialog<DiskDialog>, "openDetails" | "openOther">) {
  const t = useTranslations("disk");
  const tUi = useTranslations("ui");
  const can = useCan();
  const router = useRouter();
  const reason = can("sys_disk_mount") ? null : tUi("forbiddenHint");
  const { mutate: remount } = useMutation({
    mutationFn: ({ place, read_only }: { place: string; read_only: boolean }) => api.disk.remount({ place, read_only }),
    onSuccess: (_, { place, read_only }) =>
      showToast({ kind: "success", message: t(read_only ? "done.readOnly" : "done.writable", { name: place }) }),
  });
  return useMemo(() => {
    const askRemount = async ({ place, is_read_only }: Mount) => {
      const isSure =
        is_read_only ||
        (await openConfirm({
          title: t("confirm.readOnly", { name: place }),
          body: t("confirm.readOnlyText"),
          confirmLabel: t("actions.readOnly"),
        }));
      if (isSure) remount({ place, read_only: !is_read_only });
    };
    const mountItems = (row: DiskRow, mount: Mount): MenuItem[] => {
      const suffix = row.mounts.length > 1 ? ` · ${mount.place}` : "";
      const needed = mount.is_needed ? t("needed") : null;
      return [
        {
          id: `remount ${mount.place}`,
          label: t(mount.is_read_only ? "actions.writable" : "actions.readOnly") + suffix,
          disabledReason: reason ?? (mount.is_read_only ? null : needed),
          onSelect: () => void askRemount(mount),
        },
        {
          id: `unmount ${mount.place}`,
          label: t("actions.unmount") + suffix,
          disabledReason: reason ?? needed,
          onSelect: () => open({ kind: "unmount", id: row.id, place: mount.place }),
        },
      ];
    };
    const menuOf = (row: DiskRow): readonly MenuItem[] => {
      const path = row.folder === null ? null : parseVirtualPath(row.folder);
      return [
        { id: "details", label: t("actions.details"), onSelect: () => openDetails(row.id) },
        ...(path === null
          ? []
          : [
              { id: "files", label: t("actions.files"), onSelect: () => router.push(pages.files(path)) },
              {
                id: "map",
                label: t("actions.spaceMap"),
                onSelect: () => folderToolRequest.set({ tool: "spaceMap", path }),
              },
            ]),
        ...(row.kind === "disk"
          ? [
              {
                id: "smart",
                label: t("actions.smart", { name: shortName(row) }),
                onSelect: () => open({ kind: "smart", id: row.id }),
              },
            ]
          : []),
        ...(isMountable(row) || row.mounts.length > 0 ? [{ id: "divider", divider: true as const }] : []),
        ...(isMountable(row)
          ? [
              {
                id: "mount",
                label: t("actions.mount"),
                disabledReason: reason,
                onSelect: () => open({ kind: "mount", id: row.id }),
              },
            ]
          : []),
        ...row.mounts.slice(0, mostInMenu).flatMap((mount) => mountItems(row, mount)),
      ];
    };
    return { open, openDetails, menuOf, reason };
  }, [t, open, openDetails, reason, remount, router]);
}

const mostInMenu = 4;

export type DiskActions = ReturnType<typeof useDiskActions>;
