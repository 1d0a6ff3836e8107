"use client";

import { IconDots } from "@tabler/icons-react";
import { useId, type ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import { useStore } from "@/components/ui/use-store";
import type { MenuItem } from "./menu-items";
import { closeMenu, menuStore, openMenu } from "./menu-store";

type Props = {
  /** Accessible name of the button and of the menu. */
  label: string;
  items: readonly MenuItem[];
  /** Three dots unless given. */
  icon?: ReactNode;
  /** Instead of the icon button: gets the properties that a button needs to open the menu. */
  children?: (button: MenuButtonProps) => ReactNode;
};

type MenuButtonProps = {
  "aria-haspopup": "menu";
  "aria-expanded": boolean;
  onClick: (event: { currentTarget: HTMLElement }) => void;
};

/** A button that opens a menu, as a bottom sheet on mobile. MenuHost shows it. */
export function ActionMenu({ label, items, icon, children }: Props) {
  const owner = useId();
  const isOpen = useStore(menuStore)?.owner === owner;
  const button: MenuButtonProps = {
    "aria-haspopup": "menu",
    "aria-expanded": isOpen,
    onClick: ({ currentTarget }) => {
      if (isOpen) {
        closeMenu();
        return;
      }
      // Safari does not focus a clicked button; the menu gives the focus back to what has it now.
      currentTarget.focus();
      const { left, right, top, bottom } = currentTarget.getBoundingClientRect();
      openMenu({ anchor: { left, right, top: top - 4, bottom: bottom + 4 }, items, label, owner });
    },
  };
  return children ? children(button) : <IconButton label={label} icon={icon ?? <IconDots size={18} />} {...button} />;
}
