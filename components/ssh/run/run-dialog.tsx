"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import type { SshHost } from "@/lib/contracts/ssh";
import { AppError } from "@/lib/shared/errors";
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
  const [chosen, setChosen] = useState<string[]>([]);
  const [problem, setProblem] = useState<string | null>(null);
  const { results, isRunning, run, stop } = useRun();
  const start = async () => {
    setProblem(null);
    try {
      await run(chosen, command);
    } catch (error) {
      setProblem(errorText(error));
    }
  };
  const canRun = chosen.length > 0 && chosen.length <= maxRunHosts && command.trim() !== "";
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
        <Checkbox.Group label={t("hosts")} description={t("hint")} value={chosen} onChange={setChosen}>
          <div className={styles["choices"]}>
            {hosts.map(({ id, name }) => (
              <Checkbox key={id} value={id} label={name} />
            ))}
          </div>
        </Checkbox.Group>
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

function Result({ name, result: { text, isCut, end } }: { name: string; result: HostResult }) {
  const t = useTranslations("ssh.run");
  const errorText = useErrorText();
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
        {text}
      </pre>
      {isCut ? <p className={styles["dim"]}>{t("cut")}</p> : null}
    </section>
  );
}
