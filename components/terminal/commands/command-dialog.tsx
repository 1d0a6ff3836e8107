"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { wayText } from "@/components/domain/entry/place-text";
import { useRoots } from "@/components/domain/entry/use-roots";
import { usualTerminalSize } from "@/components/domain/terminal/wanted-terminal";
import { useErrorText } from "@/components/layout/use-error-text";
import { showTerminal } from "@/components/terminal/dock-store";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { lineOfCommand, type RoleCommand, type WantedCommand } from "@/lib/shared/commands/role-command";
import type { VirtualPath } from "@/lib/shared/paths";
import { shownName } from "@/lib/shared/shown-name";
import { beginningOf, hasChoice, readDraft } from "./command-draft";
import styles from "./commands.module.css";

type Props = { commands: readonly RoleCommand[]; folder: VirtualPath | null; onClose: () => void };

/** Runs one of the commands that the user is limited to; what it says is shown among the terminals. */
export default function CommandDialog({ commands, folder, onClose }: Props) {
  const t = useTranslations("terminal.command");
  const errorText = useErrorText();
  const roots = useRoots().data;
  const [first] = commands;
  const [command, setCommand] = useState(first);
  const [line, setLine] = useState(first === undefined ? "" : beginningOf(first));
  const [isChecked, setChecked] = useState(false);
  const run = useMutation({
    mutationFn: ({ program, args }: WantedCommand) =>
      api.terminal.runCommand({ folder, program, args: [...args], ...usualTerminalSize }),
    meta: { errorOwner: "form" },
    onSuccess: ({ id }) => {
      showTerminal(id);
      onClose();
    },
  });
  if (command === undefined) return null;
  const draft = readDraft(commands, { command, line });
  const submit = () => {
    setChecked(true);
    if ("wanted" in draft) run.mutate(draft.wanted);
  };
  const choose = (index: number) => {
    const chosen = commands[index];
    if (chosen === undefined) return;
    setCommand(chosen);
    setLine(beginningOf(chosen));
    setChecked(false);
  };
  return (
    <DialogCard title={t("title")} onClose={onClose} size={560}>
      <Form label={t("title")} onSubmit={submit}>
        <NativeSelect
          label={t("command")}
          data-autofocus={hasChoice(command) ? undefined : true}
          classNames={{ wrapper: styles["line"] ?? "" }}
          value={commands.indexOf(command)}
          data={commands.map((one, index) => ({ value: String(index), label: shownName(lineOfCommand(one)) }))}
          onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        />
        {hasChoice(command) ? (
          <TextInput
            label={t("args")}
            description={
              <>
                {t("permitted")} <code dir="ltr">{shownName(command.args)}</code>
              </>
            }
            inputWrapperOrder={["label", "input", "error", "description"]}
            data-autofocus
            classNames={{ wrapper: styles["line"] ?? "" }}
            value={line}
            error={isChecked && "problem" in draft ? t(draft.problem) : null}
            spellCheck={false}
            autoCapitalize="none"
            autoComplete="off"
            onChange={({ currentTarget }) => {
              setLine(currentTarget.value);
              setChecked(true);
            }}
          />
        ) : null}
        {hasChoice(command) ? <p className={styles["about"]}>{t("hint")}</p> : null}
        <p className={styles["about"]}>
          {folder === null ? t("runsAtHome") : t("runsIn", { folder: wayText(folder, roots ?? []) })}
        </p>
        {run.error === null ? null : <Banner kind="error">{errorText(run.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button type="submit" loading={run.isPending}>
            {t("run")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
