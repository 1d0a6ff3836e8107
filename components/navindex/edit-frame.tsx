"use client";

import { IconGripVertical } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import { useGrip } from "@/components/ui/use-grip";
import type { NavItem } from "@/lib/contracts/navindex";
import type { BoardEditing } from "./use-board-editing";
import styles from "./navindex.module.css";

type Props = { item: NavItem; editing: BoardEditing; as: "li" | "div"; className: string; children: ReactNode };

/** A link, or the head of a folder, while a board is edited: moved by its grip, with the pointer or the arrow keys, and by its menu. */
export function EditFrame({ item, editing, as: Tag, className, children }: Props) {
  const t = useTranslations("navindex.actions");
  const { id, title } = item;
  const { target, grip } = useGrip({
    dragType: "application/x-filedeck-link",
    id,
    onStep: (by) => editing.step(id, by),
    onTake: (other) => editing.drop(other, item),
  });
  return (
    <Tag className={className} {...target}>
      <IconButton
        className={styles["grip"]}
        label={t("move", { name: title })}
        icon={<IconGripVertical size={16} />}
        {...grip}
      />
      {children}
      <ActionMenu label={t("menu", { name: title })} items={editing.menuOf(item)} />
    </Tag>
  );
}
