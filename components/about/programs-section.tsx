"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Badge } from "@/components/ui/badge";
import { api } from "@/lib/client/call";
import type { Program } from "@/lib/contracts/about";
import { programs as known, titleOfProgram } from "@/lib/shared/programs";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./about.module.css";

const PathDialog = lazyDialog(() => import("./path-dialog"));
const programsKey = ["about", "programs"] as const;

/** Programs of the system: what each is for, what is missing without it, and how to get it. */
export function ProgramsSection() {
  const t = useTranslations("about.programs");
  const [edited, setEdited] = useState<Program | null>(null);
  const programs = useQuery({
    queryKey: programsKey,
    queryFn: ({ signal }) => api.about.listPrograms({}, { signal }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={programs}>
        {({ programs: found }) => (
          <ul className={styles["programs"]}>
            {found
              .toSorted((a, b) => Number(a.is_working) - Number(b.is_working))
              .map((program) => (
                <ProgramLine key={program.name} program={program} onEdit={setEdited} />
              ))}
          </ul>
        )}
      </QueryState>
      <>{edited === null ? null : <PathDialog program={edited} onClose={() => setEdited(null)} />}</>
    </Section>
  );
}

function ProgramLine({ program, onEdit }: { program: Program; onEdit: (program: Program) => void }) {
  const t = useTranslations("about.programs");
  const { name, path, version, is_working } = program;
  const [debian, alpine] = known[name].packages;
  return (
    <li className={styles["program"]}>
      <div className={styles["programHead"]}>
        <bdi dir="ltr" className={styles["code"]}>
          {titleOfProgram(name)}
        </bdi>
        {is_working ? (
          <Badge tone="ok">{version ?? t("there")}</Badge>
        ) : (
          <Badge tone={path === null ? "plain" : "warn"}>{t(path === null ? "missing" : "broken")}</Badge>
        )}
        {path === null ? null : (
          <bdi dir="ltr" className={styles["path"]}>
            {shownName(path)}
          </bdi>
        )}
        <Button
          className={styles["edit"] ?? ""}
          variant="default"
          size="xs"
          aria-label={t("editNamed", { name: titleOfProgram(name) })}
          onClick={() => onEdit(program)}
        >
          {t("edit")}
        </Button>
      </div>
      <p className={styles["for"]}>
        {t(`for.${name}`)}
        {is_working ? null : (
          <>
            {" "}
            {debian === null ? null : t("install", { name: debian })}
            {alpine === null ? null : ` ${t("installAlpine", { name: alpine })}`}
          </>
        )}
      </p>
    </li>
  );
}
