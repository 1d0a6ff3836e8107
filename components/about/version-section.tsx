"use client";

import { Button } from "@mantine/core";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { Ago } from "@/components/domain/live/ago";
import { Section } from "@/components/layout/section";
import { useFormatSize } from "@/components/layout/use-format-size";
import { CopyLine } from "@/components/ui/copy-line";
import { Facts } from "@/components/ui/details/facts";
import { pages } from "@/lib/client/urls";
import type { ServerState } from "@/lib/contracts/about";
import { UpdateCheck } from "./update-check";
import styles from "./about.module.css";

const commands: Record<ServerState["installation"], readonly string[]> = {
  image: ["git pull && docker build -t filedeck .", "docker compose up -d"],
  service: ["git pull && npm ci && npm run build", "systemctl restart filedeck"],
  plain: ["git pull && npm ci && npm run build", "npm start"],
};

/** Which version runs, on what, and how the next one is put there. */
export function VersionSection({ state }: { state: ServerState }) {
  const t = useTranslations("about.version");
  const tUi = useTranslations("ui");
  const formatSize = useFormatSize();
  return (
    <Section
      title={t("title")}
      actions={
        <Button component={Link} href={pages.changes()} variant="default" size="xs">
          {t("changes")}
        </Button>
      }
    >
      <Facts
        facts={[
          { label: "Filedeck", value: state.version, isCode: true },
          { label: "Node.js", value: state.node, isCode: true },
          { label: t("system"), value: `${state.system} · Linux ${state.kernel} · ${state.architecture}` },
          { label: t("installed"), value: t(`as.${state.installation}`) },
          { label: t("started"), value: <Ago at={state.started_at} /> },
          { label: t("memory"), value: formatSize(state.memory_bytes) },
          { label: t("database"), value: formatSize(state.database.bytes) },
          { label: t("proxies"), value: state.connection.trusted_proxies.join(", "), isCode: true },
        ]}
      />
      <h3 className={styles["heading"]}>{t("update")}</h3>
      <p className={styles["for"]}>{t(`how.${state.installation}`)}</p>
      {commands[state.installation].map((command) => (
        <CopyLine
          key={command}
          caption={t("command")}
          value={command}
          texts={{ copy: tUi("copy"), copied: tUi("copied") }}
        />
      ))}
      <UpdateCheck />
    </Section>
  );
}
