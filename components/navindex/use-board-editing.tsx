"use client";

import { useTranslations } from "next-intl";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import type { NavItem } from "@/lib/contracts/navindex";
import { maxDepth } from "@/lib/shared/navindex";
import { countLinks, folderIdOf, foldersOf, moveInto, removeItem, stepItem, takePlace } from "./board-tree";

type Options = {
  items: readonly NavItem[];
  onChange: (items: NavItem[]) => void;
  onEdit: (item: NavItem) => void;
  /** A new link in this folder. */
  onAdd: (folderId: string) => void;
};

/** What can be done with the items of a board while it is edited; each change is kept at once. */
export function useBoardEditing({ items, onChange, onEdit, onAdd }: Options) {
  const t = useTranslations("navindex");
  const step = (id: string, by: -1 | 1) => {
    const next = stepItem(items, id, by);
    if (next !== null) onChange(next);
  };
  const remove = async (item: NavItem) => {
    const question =
      item.kind === "folder"
        ? {
            title: t("confirm.remove", { name: item.title }),
            body: t("confirm.removeText", { count: countLinks(item.items) }),
          }
        : { title: t("confirm.removeLink", { name: item.title }), body: item.url };
    if (await openConfirm({ ...question, confirmLabel: t("actions.remove"), danger: true }))
      onChange(removeItem(items, item.id));
  };
  const menuOf = (item: NavItem): readonly MenuItem[] => {
    const { id } = item;
    const inside = folderIdOf(items, id);
    const own = item.kind === "folder" ? new Set(foldersOf([item]).map(({ folder }) => folder.id)) : new Set<string>();
    const targets = foldersOf(items).filter(
      ({ folder, depth }) => folder.id !== inside && !own.has(folder.id) && depth < maxDepth,
    );
    return [
      { id: "edit", label: t("actions.edit"), onSelect: () => onEdit(item) },
      ...(item.kind === "folder" ? [{ id: "add", label: t("actions.addHere"), onSelect: () => onAdd(id) }] : []),
      { id: "divider", divider: true },
      ...(stepItem(items, id, -1) === null
        ? []
        : [{ id: "earlier", label: t("actions.earlier"), onSelect: () => step(id, -1) }]),
      ...(stepItem(items, id, 1) === null
        ? []
        : [{ id: "later", label: t("actions.later"), onSelect: () => step(id, 1) }]),
      ...(inside === null
        ? []
        : [{ id: "top", label: t("actions.moveTop"), onSelect: () => onChange(moveInto(items, id, null)) }]),
      ...targets.map(({ folder }) => ({
        id: `to-${folder.id}`,
        label: t("actions.moveTo", { name: folder.title }),
        onSelect: () => onChange(moveInto(items, id, folder.id)),
      })),
      { id: "divider2", divider: true },
      { id: "remove", label: t("actions.remove"), danger: true, onSelect: () => void remove(item) },
    ];
  };
  return {
    step,
    menuOf,
    /** Dropped on a folder's head it goes in, on a link it takes its place. */
    drop: (id: string, on: NavItem) => {
      if (id !== on.id) onChange(on.kind === "folder" ? moveInto(items, id, on.id) : takePlace(items, id, on.id));
    },
  };
}

export type BoardEditing = ReturnType<typeof useBoardEditing>;
