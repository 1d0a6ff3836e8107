"use client";

import { DialogHost } from "./dialog/dialog-host";
import { MenuHost } from "./menu/menu-host";
import { ToastHost } from "./toast/toast-host";
import { TooltipHost } from "./tooltip-host";

/** What the kit needs once per page: dialogs, menus, toasts, tooltips. */
export function KitHosts({ toastFactor }: { toastFactor: number }) {
  return (
    <>
      <DialogHost />
      <MenuHost />
      <ToastHost toastFactor={toastFactor} />
      <TooltipHost />
    </>
  );
}
