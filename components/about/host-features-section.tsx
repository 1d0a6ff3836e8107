"use client";

import { useTranslations } from "next-intl";
import { Section } from "@/components/layout/section";
import { CopyLine } from "@/components/ui/copy-line";
import { allHostFlags, hostFeatures } from "@/lib/shared/host-features";
import styles from "./about.module.css";

/** Where the check of the host leads. */
export const hostSectionId = "managing-the-host";

/** What a container is to be given so that its host can be managed: in a container that lacks some of it. */
export function HostFeaturesSection() {
  const t = useTranslations("about.hostFeatures");
  const tUi = useTranslations("ui");
  return (
    <div id={hostSectionId}>
      <Section title={t("title")} hint={t("hint")}>
        <ul className={styles["programs"]}>
          {hostFeatures.map(({ id, flags }) => (
            <li key={id} className={styles["program"]}>
              <strong>{t(`names.${id}`)}</strong>
              <p>
                <code dir="ltr" className={styles["code"]}>
                  {flags.join(" ")}
                </code>
              </p>
            </li>
          ))}
        </ul>
        <CopyLine
          value={allHostFlags.join(" ")}
          caption={t("all")}
          texts={{ copy: tUi("copy"), copied: tUi("copied") }}
        />
      </Section>
    </div>
  );
}
