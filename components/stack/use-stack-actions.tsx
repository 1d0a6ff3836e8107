"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo } from "react";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { isAppError } from "@/lib/shared/errors";
import { wantedApproval, type StackRun } from "./wanted-approval";

const asking = ["stop", "restart", "down"] as const;

/** Those that read the files of the stack. */
const savedFirst = { up: "saveAndUp", pull: "saveAndPull" } as const;

/** What the editor of the stack holds. */
type Unsaved = { dirtyPaths: readonly string[]; saveAll: () => Promise<boolean> };

/** What can be done with a stack. What Compose says of it is shown with the stack. */
export function useStackActions() {
  const t = useTranslations("stack");
  const { mutate: start } = useMutation({
    mutationFn: async (run: StackRun) => {
      try {
        await api.stack.runStack(run);
      } catch (error) {
        if (!isAppError(error) || error.key !== "stack/unapproved") throw error;
        wantedApproval.set(run);
      }
    },
  });
  const { mutate: putAway } = useMutation({
    mutationFn: ({ name }: { name: string; onGone: () => void }) => api.stack.removeStack({ name }),
    onSuccess: ({ folder }, { name, onGone }) => {
      showToast({
        kind: "success",
        message: folder === null ? t("done.forgotten", { name }) : t("done.removed", { name, folder }),
      });
      onGone();
    },
  });
  return useMemo(
    () => ({
      start,
      run: async ({
        name,
        action,
        service,
        profiles,
        leftovers,
        build,
        staying = [],
        unsaved,
      }: StackRun & { staying?: readonly string[]; unsaved?: Unsaved }) => {
        if ((action === "up" || action === "pull") && unsaved !== undefined && unsaved.dirtyPaths.length > 0) {
          const files = unsaved.dirtyPaths.map((path) => path.slice(path.lastIndexOf("/") + 1)).join(", ");
          const isConfirmed = await openConfirm({
            title: t("confirm.unsaved", { name }),
            body: t("confirm.unsavedText", { files }),
            confirmLabel: t(`confirm.${savedFirst[action]}`),
          });
          if (!isConfirmed || !(await unsaved.saveAll())) return;
        }
        if (leftovers !== undefined) {
          const isConfirmed = await openConfirm({
            title: t("leftovers.confirm"),
            body: t("leftovers.confirmText", { names: leftovers.join(", ") }),
            confirmLabel: t(action === "down" ? "leftovers.down" : "leftovers.up"),
            danger: true,
          });
          if (!isConfirmed) return;
        }
        const asked = asking.find((one) => one === action);
        if (asked !== undefined) {
          const isConfirmed = await openConfirm({
            title: t(`confirm.${asked}`, { name: service ?? name }),
            body:
              asked === "down" && staying.length > 0 && leftovers === undefined
                ? t("confirm.downLeftovers", { names: staying.join(", ") })
                : t(`confirm.${asked}Text`),
            confirmLabel: t(`actions.${asked}`),
            danger: asked !== "restart",
          });
          if (!isConfirmed) return;
        }
        start({
          name,
          action,
          ...(service === undefined ? {} : { service }),
          ...(profiles === undefined ? {} : { profiles }),
          ...(leftovers === undefined ? {} : { leftovers }),
          ...(build === undefined ? {} : { build }),
        });
      },
      remove: async (name: string, origin: "own" | "adopted", onGone: () => void = () => {}) => {
        const isConfirmed = await openConfirm({
          title: t(origin === "own" ? "confirm.remove" : "confirm.forget", { name }),
          body: t(origin === "own" ? "confirm.removeText" : "confirm.forgetText"),
          confirmLabel: t(origin === "own" ? "actions.remove" : "actions.forget").replace("…", ""),
          danger: origin === "own",
        });
        if (isConfirmed) putAway({ name, onGone });
      },
    }),
    [t, start, putAway],
  );
}
