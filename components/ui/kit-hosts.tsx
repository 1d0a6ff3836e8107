"use client";

import type { ToastTimes } from "@/lib/shared/look";
import { DialogHost } from "./dialog/dialog-host";
import { MenuHost } from "./menu/menu-host";
import { LatePart } from "./lazy/late-part";
import { ToastHost } from "./toast/toast-host";
import { TooltipHost } from "./tooltip-host";

const loadProblemHost = () => import("./problem/problem-host");

/** What the kit needs once per page: dialogs, menus, problems, toasts, tooltips. */
export function KitHosts({ toastFactor, toastTimes }: { toastFactor: number; toastTimes: ToastTimes }) {
  return (
    <>
      <DialogHost />
      <MenuHost />
      <LatePart load={loadProblemHost} />
      <ToastHost toastFactor={toastFactor} times={toastTimes} />
      <TooltipHost />
    </>
  );
}
