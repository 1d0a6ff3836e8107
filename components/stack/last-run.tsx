"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { Ago } from "@/components/domain/live/ago";
import { AnsiText } from "@/components/domain/log/ansi-text";
import { LogList } from "@/components/domain/log/log-list";
import { Badge } from "@/components/ui/badge";
import { api } from "@/lib/client/call";
import type { LastRun as Run } from "@/lib/contracts/stack";
import { parseAnsi } from "@/lib/shared/ansi/parse-ansi";
import { shownName, withoutTurns } from "@/lib/shared/shown-name";
import { useLastRun } from "./use-last-run";
import styles from "./stack.module.css";

/** What Compose says as something is done with the stack: open while that goes on and where it failed, folded when all went well. */
export function LastRun({ name }: { name: string }) {
  const { run, text, isCut } = useLastRun(name);
  if (run === null) return null;
  // Each begins as it should be seen.
  return <OneRun key={run.started_at} name={name} run={run} text={text} isCut={isCut} />;
}

type Props = { name: string; run: Run; text: string; isCut: boolean };

function OneRun({ name, run, text, isCut }: Props) {
  const t = useTranslations("stack.lastRun");
  const { mutate: cancel, isPending } = useMutation({
    mutationFn: () => api.stack.runStack({ name, action: "cancel" }),
  });
  /** Null: nobody has said. */
  const [chosen, setChosen] = useState<boolean | null>(null);
  const title = t(`titles.${run.action}`);
  const isOpen = chosen ?? !wentWell(run);
  return (
    <section className={styles["run"]} aria-label={title}>
      <details
        open={isOpen}
        onToggle={({ currentTarget: { open } }) => (open === isOpen ? undefined : setChosen(open))}
      >
        <summary>
          <strong>{title}</strong>
          {run.service === null ? null : <bdi dir="ltr">{shownName(run.service)}</bdi>}
          <Ago at={run.ended?.at ?? run.started_at} />
          <span>{t("by", { name: shownName(run.by) })}</span>
          <RunState run={run} />
        </summary>
        {isOpen ? <Output label={title} text={text} note={isCut ? t("cut") : null} none={t("quiet")} /> : null}
      </details>
      {run.ended === null ? (
        <Button size="compact-xs" variant="default" loading={isPending} onClick={() => cancel()}>
          {t("cancel")}
        </Button>
      ) : null}
    </section>
  );
}

const wentWell = ({ ended }: Run) => ended !== null && ended.code === 0;

function RunState({ run: { ended } }: { run: Run }) {
  const t = useTranslations("stack.lastRun");
  if (ended === null) return <Badge tone="accent">{t("running")}</Badge>;
  if (ended.is_canceled) return <Badge>{t("canceled")}</Badge>;
  if (ended.code === 0) return <Badge tone="ok">{t("succeeded")}</Badge>;
  return <Badge tone="bad">{ended.code === null ? t("ended") : t("failed", { code: String(ended.code) })}</Badge>;
}

type Line = { key: string; text: string };
type OutputProps = { label: string; text: string; note: string | null; none: string };

function Output({ label, text, note, none }: OutputProps) {
  const lines = useMemo(
    () =>
      text
        .replace(/\n$/, "")
        .split("\n")
        .map((line, index): Line => ({ key: String(index), text: line })),
    [text],
  );
  if (text === "") return <p className={styles["quiet"]}>{none}</p>;
  return (
    <div className={styles["output"]} data-ltr>
      <LogList
        label={label}
        lines={lines}
        note={note}
        earlier={null}
        keyOf={({ key }) => key}
        renderLine={({ text: line }) => (
          <div className={styles["outputLine"]} dir="ltr">
            <AnsiText pieces={parseAnsi(withoutTurns(line))} />
          </div>
        )}
      />
    </div>
  );
}
