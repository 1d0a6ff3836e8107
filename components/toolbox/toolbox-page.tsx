"use client";

import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, type KeyboardEvent } from "react";
import { Page } from "@/components/layout/page";
import { pages } from "@/lib/client/urls";
import { isToolName, toolNames, tools } from "./tools";
import styles from "./toolbox.module.css";

const keySteps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };

/** Small tools that compute here, in the browser, and send nothing. The address names the one that is shown. */
export default function ToolboxPage() {
  const t = useTranslations("toolbox");
  const router = useRouter();
  const wanted = useSearchParams().get("tool");
  const current = isToolName(wanted) ? wanted : "encode";
  const { Screen } = tools[current];
  // On a phone the tabs are wider than the page, and an address may name the last of them.
  useEffect(() => {
    document.querySelector(`[id="tool-${current}"]`)?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [current]);
  const show = (index: number, list: HTMLElement) => {
    const name = toolNames.at(index % toolNames.length);
    if (name === undefined) return;
    router.replace(pages.toolbox(name), { scroll: false });
    list.querySelector<HTMLElement>(`[id="tool-${name}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const at = toolNames.indexOf(current);
    const isMirrored = document.documentElement.dir === "rtl" && /Left|Right/.test(event.key);
    const step = (keySteps[event.key] ?? 0) * (isMirrored ? -1 : 1);
    if (step !== 0) show(at + step, event.currentTarget);
    else if (event.key === "Home") show(0, event.currentTarget);
    else if (event.key === "End") show(-1, event.currentTarget);
    else return;
    event.preventDefault();
  };
  return (
    <Page title={t("title")} isWide>
      <p className={styles["local"]}>{t("local")}</p>
      <div className={styles["frame"]}>
        <div className={styles["tabs"]} role="tablist" tabIndex={-1} aria-label={t("title")} onKeyDown={onKeyDown}>
          {toolNames.map((name) => {
            const Icon = tools[name].icon;
            return (
              <button
                key={name}
                id={`tool-${name}`}
                type="button"
                role="tab"
                className={styles["tab"]}
                aria-selected={name === current}
                aria-controls="tool-panel"
                tabIndex={name === current ? 0 : -1}
                onClick={() => router.replace(pages.toolbox(name), { scroll: false })}
              >
                <Icon size={18} stroke={1.7} aria-hidden />
                {t(`tools.${name}`)}
              </button>
            );
          })}
        </div>
        <section id="tool-panel" className={styles["panel"]} role="tabpanel" aria-labelledby={`tool-${current}`}>
          <Screen key={current} />
        </section>
      </div>
    </Page>
  );
}
