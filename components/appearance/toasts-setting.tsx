"use client";

import { NumberInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useLook } from "@/components/layout/look";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { maxToastMs, minToastMs, usualToastMs, type ToastTimes } from "@/lib/shared/look";
import styles from "./appearance.module.css";

const queryKey = ["setting", "toasts"] as const;
const kinds = ["success", "error", "warning"] as const;

/** How long short messages stay, for everybody who has not had them stay longer. */
export default function ToastSettings() {
  const t = useTranslations("appearance.toasts");
  const setting = useQuery({
    queryKey,
    queryFn: ({ signal }): Promise<ToastTimes> => api.appearance.getToastsSetting({}, { signal }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {(saved) => <ToastForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function ToastForm({ saved }: { saved: ToastTimes }) {
  const t = useTranslations("appearance.toasts");
  const look = useLook();
  const form = useSettingForm({
    saved,
    queryKey,
    store: async (input: ToastTimes): Promise<ToastTimes> => {
      const toasts = await api.appearance.setToastsSetting({ ...input });
      look.change({ toasts });
      return toasts;
    },
  });
  const { value, patch } = form;
  return (
    <Form label={t("title")} onSubmit={form.save}>
      <div className={styles["times"]}>
        {kinds.map((kind) => (
          <NumberInput
            key={kind}
            label={t(kind)}
            min={minToastMs / 1000}
            max={maxToastMs / 1000}
            step={0.1}
            decimalScale={1}
            clampBehavior="blur"
            value={value[kind] / 1000}
            onChange={(seconds) => patch({ [kind]: Math.round(Number(seconds) * 1000) || usualToastMs[kind] })}
          />
        ))}
      </div>
      <SettingButtons form={form} />
    </Form>
  );
}
