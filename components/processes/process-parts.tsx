"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState, type ReactNode } from "react";
import { QueryState } from "@/components/layout/query-state";
import { api } from "@/lib/client/call";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./processes.module.css";

type Lines = { title: string; lines: readonly string[]; none: string; more?: ReactNode };

/** A list of technical lines under a title; it scrolls by itself. */
export function DetailLines({ title, lines, none, more }: Lines) {
  return (
    <section className={styles["part"]}>
      <h3>{title}</h3>
      {lines.length === 0 ? (
        <p className={styles["quiet"]}>{none}</p>
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, with keys as well
        <ul className={styles["lines"]} dir="ltr" tabIndex={0} aria-label={title}>
          {lines.map((line, index) => (
            <li key={index}>{shownName(line)}</li>
          ))}
        </ul>
      )}
      {more}
    </section>
  );
}

type InsideOf = { files: readonly { descriptor: number; target: string }[]; left: number };

/** What only administrators see. */
export function Inside({ id, inside }: { id: string; inside: InsideOf | null }) {
  const t = useTranslations("processes.details");
  if (inside === null) return <p className={`${styles["part"]} ${styles["quiet"]}`}>{t("rootOnly")}</p>;
  return (
    <>
      <DetailLines
        title={t("files")}
        none={t("noFiles")}
        lines={inside.files.map(({ descriptor, target }) => `${descriptor}  ${target}`)}
        more={inside.left === 0 ? null : <p className={styles["quiet"]}>{t("more", { count: inside.left })}</p>}
      />
      <Environment id={id} />
    </>
  );
}

/** Read when it is asked for: each look is in the audit log. */
function Environment({ id }: { id: string }) {
  const t = useTranslations("processes.details");
  const [isWanted, setWanted] = useState(false);
  const environment = useQuery({
    queryKey: ["processes", id, "environment"],
    queryFn: ({ signal }) => api.processes.getProcessEnvironment({ id }, { signal }),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!isWanted)
    return (
      <section className={styles["part"]}>
        <h3>{t("environment")}</h3>
        <p className={styles["quiet"]}>{t("environmentHint")}</p>
        <Button variant="default" size="xs" mt={8} onClick={() => setWanted(true)}>
          {t("showEnvironment")}
        </Button>
      </section>
    );
  return (
    <QueryState query={environment} rows={3}>
      {({ variables }) => (
        <DetailLines
          title={t("environment")}
          none={t("noVariables")}
          lines={variables.map(({ name, value }) => `${name}=${value}`)}
        />
      )}
    </QueryState>
  );
}
