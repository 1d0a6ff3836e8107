"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { pickFiles } from "@/components/domain/transfer/pick-files";
import { Logo } from "@/components/layout/logo";
import { useLook } from "@/components/layout/look";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { maxLogoBytes } from "@/lib/shared/look";
import { brandKey } from "./brand-key";
import { toPng } from "./to-png";
import styles from "./appearance.module.css";

/** The picture beside the name; a new one is saved as it is chosen. */
export function LogoField() {
  const t = useTranslations("appearance.brand");
  const look = useLook();
  const queryClient = useQueryClient();
  const save = useMutation({
    mutationFn: (png: string | null) => api.appearance.setLogo({ png }),
    onSuccess: async ({ logo }) => {
      look.change({ logo });
      await queryClient.invalidateQueries({ queryKey: brandKey });
    },
  });
  const choose = async () => {
    const file = (await pickFiles({ folders: false }))?.[0];
    if (file === undefined) return;
    const png = file.size > maxLogoBytes ? null : await toPng(file);
    if (png === null) showToast({ kind: "error", message: t("notOne", { name: file.name }) });
    else save.mutate(png);
  };
  return (
    <div className={styles["logo"]}>
      <Logo size={48} />
      <div>
        <strong>{t("logo")}</strong>
        <p>{t("logoHint")}</p>
      </div>
      <Button
        variant="default"
        loading={save.isPending}
        onClick={() => void choose()} // what is no picture is said
      >
        {t("choose")}
      </Button>
      {look.logo === null ? null : (
        <Button variant="default" disabled={save.isPending} onClick={() => save.mutate(null)}>
          {t("remove")}
        </Button>
      )}
    </div>
  );
}
