"use client";

import { NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { LanguageSelect } from "@/components/layout/language-select";
import { useLook } from "@/components/layout/look";
import { Section } from "@/components/layout/section";
import { untilClosed, type UserData } from "@/lib/contracts/user";
import { parseTheme, themes } from "@/lib/shared/appearance";
import { TextTypes } from "./text-types";
import { useSavePreferences } from "@/components/layout/use-save-preferences";
import styles from "./account.module.css";

const toastFactors = [1, 2, 3, 5, 10, 20];

/** Each change is saved at once and shows at once. */
export function PreferencesSection({ me }: { me: UserData }) {
  const t = useTranslations("account.preferences");
  const { toasts } = useLook();
  const { mutate: save } = useSavePreferences();
  const factors = [untilClosed, ...toastFactors].includes(me.toastFactor)
    ? toastFactors
    : [...toastFactors, me.toastFactor].toSorted((a, b) => a - b);
  return (
    <Section title={t("title")}>
      <div className={styles["fields"]}>
        <div>
          <div className={styles["label"]} id="theme-label">
            {t("theme")}
          </div>
          <SegmentedControl
            aria-labelledby="theme-label"
            className={styles["themes"]}
            withItemsBorders={false}
            data={themes.map((theme) => ({ value: theme, label: t(`themes.${theme}`) }))}
            value={me.theme}
            onChange={(theme) => save({ theme: parseTheme(theme) })}
          />
        </div>
        <div className={styles["pair"]}>
          <LanguageSelect label={t("language")} value={me.language} onChange={(language) => save({ language })} />
          <NativeSelect
            label={t("toastFactor")}
            description={t("toastFactorHint")}
            inputWrapperOrder={["label", "input", "description"]}
            value={String(me.toastFactor)}
            data={[
              ...factors.map((factor) => ({
                value: String(factor),
                label:
                  factor === 1
                    ? t("toastFactors.normal", { seconds: toasts.success / 1000 })
                    : t("toastFactors.times", { factor }),
              })),
              { value: String(untilClosed), label: t("toastFactors.untilClosed") },
            ]}
            onChange={({ currentTarget }) => save({ toastFactor: Number(currentTarget.value) })}
          />
        </div>
        <Switch
          label={t("rtl")}
          description={t("rtlHint")}
          checked={me.rtl}
          onChange={({ currentTarget }) => save({ rtl: currentTarget.checked })}
        />
        <Switch
          label={t("singleKeys")}
          description={t("singleKeysHint")}
          checked={me.singleKeys}
          onChange={({ currentTarget }) => save({ singleKeys: currentTarget.checked })}
        />
        <Switch
          label={t("showHidden")}
          description={t("showHiddenHint")}
          checked={me.showHidden}
          onChange={({ currentTarget }) => save({ showHidden: currentTarget.checked })}
        />
        <TextTypes extensions={me.textExtensions} onChange={(textExtensions) => save({ textExtensions })} />
      </div>
    </Section>
  );
}
