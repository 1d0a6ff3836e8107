"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FormButtons } from "@/components/ui/form";
import type { useSettingForm } from "./use-setting-form";

type Props = { form: Pick<ReturnType<typeof useSettingForm>, "isDirty" | "isSaving" | "reset"> };

/** Cancel and save, once there is something to. */
export function SettingButtons({ form }: Props) {
  const t = useTranslations("ui");
  return (
    <FormButtons>
      <Button variant="default" disabled={!form.isDirty} onClick={form.reset}>
        {t("cancel")}
      </Button>
      <Button type="submit" disabled={!form.isDirty} loading={form.isSaving}>
        {t("save")}
      </Button>
    </FormButtons>
  );
}
