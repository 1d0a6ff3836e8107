"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useMemo, useState } from "react";
import { AnsiText } from "@/components/domain/log/ansi-text";
import { SearchedList } from "@/components/layout/searched-list";
import { useErrorText } from "@/components/layout/use-error-text";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { CheckedList } from "@/components/ui/checked-list";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import type { SshHost } from "@/lib/contracts/ssh";
import { parseAnsi } from "@/lib/shared/ansi/parse-ansi";
import { AppError } from "@/lib/shared/errors";
import { shownName, withoutTurns } from "@/lib/shared/shown-name";
import { maxRunHosts } from "@/lib/shared/ssh-hosts";
import { useRun, type HostResult } from "./use-run";
import styles from "@/components/ssh/ssh.module.css";

/** Sends a command to several hosts, and shows what each says side by side. */
export function RunDialog({ hosts, onClose }: { hosts: readonly SshHost[]; onClose: () => void }) {
  const t = useTranslations("ssh.run");
  const tForm = useTranslations("ssh.form");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const [command, setCommand] = useState("");
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [problem, setProblem] = useState<string | null>(null);
  const { results, isRunning, run, stop } = useRun();
  const start = async () => {
    setProblem(null);
    try {
      await run([...chosen], command);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  const canRun = chosen.size > 0 && chosen.size <= maxRunHosts && command.trim() !== "";
  return (
    <DialogCard title={t("title")} onClose={onClose} size={960} fillsPhone>
      <Form label={t("title")} onSubmit={() => (canRun && !isRunning ? void start() : undefined)}>
        <TextInput
          label={t("command")}
          dir="ltr"
          value={command}
          maxLength={4096}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          onChange={({ currentTarget }) => setCommand(currentTarget.value)}
        />
        <ChooseHosts hosts={hosts} chosen={chosen} onChosen={setChosen} />
        {problem === null ? null : <Banner kind="error">{problem}</Banner>}
        <FormButtons>
          {isRunning ? (
            <Button variant="default" onClick={stop}>
              {t("stop")}
            </Button>
          ) : (
            <Button variant="default" onClick={onClose}>
              {results.size > 0 ? tUi("close") : tForm("cancel")}
            </Button>
          )}
          <Button type="submit" disabled={!canRun} loading={isRunning}>
            {t("start")}
          </Button>
        </FormButtons>
      </Form>
      <div className={styles["results"]}>
        {[...results].map(([id, result]) => (
          <Result key={id} name={hosts.find((host) => host.id === id)?.name ?? id} result={result} />
        ))}
      </div>
    </DialogCard>
  );
}

type ChoiceProps = {
  hosts: readonly SshHost[];
  chosen: ReadonlySet<string>;
  onChosen: (chosen: ReadonlySet<string>) => void;
};

const textsOf = ({ name, address, folder, tags }: SshHost) => [name, address, folder, ...tags];

function ChooseHosts({ hosts, chosen, onChosen }: ChoiceProps) {
  const t = useTranslations("ssh");
  const tRun = useTranslations("ssh.run");
  const choose = (id: string, isChosen: boolean) => {
    const next = new Set(chosen);
    if (isChosen) next.add(id);
    else next.delete(id);
    onChosen(next);
  };
  return (
    <fieldset className={styles["choices"]}>
      <legend>{tRun("hosts")}</legend>
      <p className={styles["dim"]}>{tRun("hint")}</p>
      <SearchedList label={t("search")} rows={hosts} textsOf={textsOf} noMatch={t("noMatch")}>
        {(found) => <HostChoices hosts={found} chosen={chosen} onChoose={choose} />}
      </SearchedList>
      {/* One that is chosen may be out of sight. */}
      <output className={styles["dim"]}>{tRun("chosen", { count: chosen.size })}</output>
    </fieldset>
  );
}

type ListProps = Pick<ChoiceProps, "hosts" | "chosen"> & { onChoose: (id: string, isChosen: boolean) => void };

function HostChoices({ hosts, chosen, onChoose }: ListProps) {
  const t = useTranslations("ssh.run");
  const choices = useMemo(() => hosts.map(({ id, name }) => ({ id, label: <bdi>{shownName(name)}</bdi> })), [hosts]);
  return <CheckedList label={t("hosts")} choices={choices} isChosen={(id) => chosen.has(id)} onChoose={onChoose} />;
}

function Result({ name, result: { text, isCut, end } }: { name: string; result: HostResult }) {
  const t = useTranslations("ssh.run");
  const errorText = useErrorText();
  const pieces = useMemo(() => parseAnsi(withoutTurns(text)), [text]);
  const isFine = end !== null && "code" in end && end.code === 0;
  const state = () => {
    if (end === null) return t("running");
    if ("error" in end) return errorText(new AppError(end.error, { host: name }));
    return end.code === null ? t("ended") : t("exited", { code: end.code });
  };
  return (
    <section aria-label={name}>
      <div className={styles["resultHead"]}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <Badge tone={end === null ? "plain" : isFine ? "ok" : "bad"}>{state()}</Badge>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
      <pre dir="ltr" className={styles["output"]} tabIndex={0}>
        <AnsiText pieces={pieces} />
      </pre>
      {isCut ? <p className={styles["dim"]}>{t("cut")}</p> : null}
    </section>
  );
}
