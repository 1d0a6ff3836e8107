"use client";

import { Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useCan } from "@/components/layout/use-can";
import { useListTexts } from "@/components/layout/use-list-texts";
import { Banner } from "@/components/ui/banner";
import { TextList } from "@/components/ui/text-list";
import { commandLimits, lineOfCommand, readCommand, type RoleCommand } from "@/lib/shared/commands/role-command";
import { problemOfLine } from "./command-lines";
import styles from "@/components/user/user.module.css";

type Props = { value: readonly RoleCommand[] | null; onChange: (value: RoleCommand[] | null) => void };

/** Whether users with the role get a shell, or which commands instead. */
export function CommandFields({ value, onChange }: Props) {
  const t = useTranslations("role.commands");
  const tUser = useTranslations("user");
  const texts = useListTexts();
  const mayChange = useCan()("shell_cmd_check");
  return (
    <fieldset disabled={!mayChange} className={styles["commands"]} aria-label={t("list")}>
      <Switch
        label={t("limit")}
        description={mayChange ? t("limitHint") : tUser("notHeld")}
        checked={value !== null}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? [] : null)}
      />
      {value === null ? null : (
        <>
          <Banner kind="info">{t("boundary")}</Banner>
          <TextList
            label={t("list")}
            inputLabel={t("input")}
            placeholder="git log --oneline *"
            value={value.map(lineOfCommand)}
            validate={(line) => {
              const problem = problemOfLine(line, value.length);
              return problem === null ? null : t(problem, { count: commandLimits.most });
            }}
            onChange={(lines) => onChange(lines.map(readCommand).filter((command) => command !== null))}
            texts={texts}
          />
          <p className={styles["hint"]}>{t("patternHint")}</p>
        </>
      )}
    </fieldset>
  );
}
