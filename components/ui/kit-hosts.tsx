"use client";

import type { ToastTimes } from "@/lib/shared/look";
import { DialogHost } from "./dialog/dialog-host";
import { MenuHost } from "./menu/menu-host";
import { ToastHost } from "./toast/toast-host";
import { TooltipHost } from "./tooltip-host";

/** What the kit needs once per page: dialogs, menus, toasts, tooltips. */
export function KitHosts({ toastFactor, toastTimes }: { toastFactor: number; toastTimes: ToastTimes }) {
  return (
    <>
      <DialogHost />
      <MenuHost />
      <ToastHost toastFactor={toastFactor} times={toastTimes} />
      <TooltipHost />
    </>
  );
}
