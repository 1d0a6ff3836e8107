"use client";

import { IconGripVertical } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState, type DragEvent, type KeyboardEvent, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { NavItem } from "@/lib/contracts/navindex";
import type { BoardEditing } from "./use-board-editing";
import styles from "./navindex.module.css";

const dragType = "application/x-filedeck-link";

type Props = { item: NavItem; editing: BoardEditing; as: "li" | "div"; className: string; children: ReactNode };

/** A link, or the head of a folder, while a board is edited: moved by its grip, with the pointer or the arrow keys, and by its menu. */
export function EditFrame({ item, editing, as: Tag, className, children }: Props) {
  const t = useTranslations("navindex.actions");
  const [isOver, setOver] = useState(false);
  const { id, title } = item;
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.key.startsWith("Arrow")) return;
    event.preventDefault();
    const isRtl = document.documentElement.dir === "rtl";
    const isEarlier = event.key === "ArrowUp" || event.key === (isRtl ? "ArrowRight" : "ArrowLeft");
    editing.step(id, isEarlier ? -1 : 1);
  };
  const accepts = (event: DragEvent) => event.dataTransfer.types.includes(dragType);
  return (
    <Tag
      className={className}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!accepts(event)) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        if (!accepts(event)) return;
        event.preventDefault();
        editing.drop(event.dataTransfer.getData(dragType), item);
      }}
    >
      <IconButton
        className={styles["grip"]}
        data-grip={id}
        label={t("move", { name: title })}
        icon={<IconGripVertical size={16} />}
        draggable
        onKeyDown={onKeyDown}
        onDragStart={(event) => {
          event.dataTransfer.setData(dragType, id);
          event.dataTransfer.effectAllowed = "move";
        }}
      />
      {children}
      <ActionMenu label={t("menu", { name: title })} items={editing.menuOf(item)} />
    </Tag>
  );
}
