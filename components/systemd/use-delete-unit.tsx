"use client";

import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { openConfirm } from "@/components/ui/dialog/dialog-store";
import { sendToToasts, showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { stopsWith } from "./stops-with";
import styles from "./systemd.module.css";

/** Deletes a unit that was made on this machine, after a question that names all that goes with it; and takes that back. */
export function useDeleteUnit(scope: string) {
  const t = useTranslations("systemd");
  const { mutate: restore } = useMutation({
    mutationFn: (id: string) => api.systemd.restoreUnit({ id, scope }),
    onSuccess: ({ unit: name, said }) =>
      showToast(
        said === ""
          ? { kind: "success", message: t("remove.restored", { name }) }
          : { kind: "warning", message: t("remove.restoredOnly", { name, text: said }) },
      ),
  });
  const { mutate: remove } = useMutation({
    mutationFn: (unit: string) => api.systemd.deleteUnit({ unit, scope }),
    onSuccess: ({ id }, name) =>
      showToast({
        kind: "success",
        message: t("remove.done", { name }),
        action: {
          key: id,
          label: t("remove.undo"),
          run: () => {
            sendToToasts({ type: "retract", key: id });
            restore(id);
          },
        },
      }),
  });
  const ask = async (unit: string) => {
    const [{ path, drop_ins: dropIns }, details] = await Promise.all([
      api.systemd.getUnitFile({ unit, scope }),
      api.systemd.getUnit({ unit, scope }),
    ]);
    const also = stopsWith(details.relations);
    const isConfirmed = await openConfirm({
      title: t("remove.title", { name: unit }),
      body: (
        <>
          <p>{t("remove.text")}</p>
          {also === "" ? null : <p>{t("confirm.also", { names: also })}</p>}
          <ul className={styles["paths"]}>
            {[path, ...dropIns.map((name) => `${path}.d/${name}`)].map((one) => (
              <li key={one}>
                <bdi dir="ltr">{one}</bdi>
              </li>
            ))}
          </ul>
        </>
      ),
      confirmLabel: t("remove.confirm"),
      danger: true,
    });
    if (isConfirmed) remove(unit);
  };
  return { ask, restore };
}
