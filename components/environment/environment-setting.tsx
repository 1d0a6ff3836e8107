"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Section } from "@/components/layout/section";
import { useCan } from "@/components/layout/use-can";
import { SearchPaths } from "./search-paths";
import { Variables } from "./variables";
import styles from "./environment.module.css";

/** What all terminals find around them: folders with programs, and variables. */
export default function EnvironmentSetting() {
  const t = useTranslations("environment");
  const can = useCan();
  const [wanted, setWanted] = useState("");
  return (
    <Section title={t("title")} hint={t("hint")}>
      <div className={styles["parts"]}>
        <TextInput
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
        {can("env_path_update") ? <SearchPaths wanted={wanted} /> : null}
        {can("sys_env_setting_key") ? <Variables wanted={wanted} /> : null}
      </div>
    </Section>
  );
}
