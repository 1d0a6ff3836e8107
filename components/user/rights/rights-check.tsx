"use client";

import { Button, Select, TextInput } from "@mantine/core";
import { IconCircleCheck, IconCircleX, IconFolderSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useId, useState } from "react";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useCan } from "@/components/layout/use-can";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { anyPlace } from "@/lib/contracts/fields";
import { servedPermissions } from "@/lib/contracts/served-permissions";
import { containerActions, isContainerAction } from "@/lib/shared/container-rules";
import { fileActionNames } from "@/lib/shared/file-actions";
import { useFolderText, useTypedFolder } from "@/components/user/grants/use-folders";
import { useCheckText } from "./use-check-text";
import { useExplanation, type Question } from "./use-rights";
import styles from "./rights.module.css";

const FolderDialog = lazyDialog(() => import("@/components/user/grants/folder-dialog"));

/** Asks whether a user may do something, and says all that was looked at. */
export function RightsCheck({ id, roleName }: { id: string; roleName: string }) {
  const t = useTranslations("user.rights.check");
  const tUi = useTranslations("ui");
  const tPermission = useTranslations("permissions");
  const can = useCan();
  const [action, setAction] = useState<string>("read");
  const [text, setText] = useState("");
  const [chosen, setChosen] = useState("");
  const [container, setContainer] = useState("");
  const containerAction = isContainerAction(action) ? action : undefined;
  const [isChoosing, setChoosing] = useState(false);
  const [asked, setAsked] = useState<Question | null>(null);
  const [isTried, setTried] = useState(false);
  const hintId = useId();
  const fileAction = fileActionNames.find((one) => one === action);
  const folderText = useFolderText([chosen]);
  const typed = useTypedFolder(text.trim());
  // Two hosts may have one name: the one that was chosen is meant as long as nothing else is typed.
  const parsed = anyPlace.safeParse(chosen === "" ? typed : chosen);

  const ask = () => {
    setTried(true);
    const permission = servedPermissions.find((one) => one === action);
    if (permission !== undefined) setAsked({ action: permission });
    else if (containerAction !== undefined) {
      if (container.trim() !== "") setAsked({ action: containerAction, container: container.trim() });
    } else if (fileAction !== undefined && parsed.success) setAsked({ action: fileAction, path: parsed.data });
  };

  return (
    <>
      <form
        className={styles["ask"]}
        aria-label={t("title")}
        onSubmit={(event) => {
          event.preventDefault();
          ask();
        }}
      >
        <Select
          className={styles["action"]}
          label={t("action")}
          searchable
          allowDeselect={false}
          nothingFoundMessage={t("noAction")}
          maxDropdownHeight={320}
          data={[
            { group: t("files"), items: fileActionNames.map((one) => ({ value: one, label: t(`actions.${one}`) })) },
            {
              group: t("containers"),
              items: containerActions.map((one) => ({ value: one, label: t(`containerActions.${one}`) })),
            },
            {
              group: t("others"),
              items: servedPermissions.map((one) => ({ value: one, label: tPermission(`${one}.name`) })),
            },
          ]}
          value={action}
          onChange={(value) => setAction(value ?? action)}
        />
        {fileAction === undefined ? null : (
          <>
            <TextInput
              className={styles["path"]}
              label={t("path")}
              aria-describedby={hintId}
              placeholder="/srv/files/report.pdf"
              dir="ltr"
              spellCheck={false}
              autoCapitalize="none"
              value={chosen === "" ? text : folderText(chosen)}
              error={isTried && !parsed.success ? tUi("absolutePath") : null}
              onChange={({ currentTarget }) => {
                setText(currentTarget.value);
                setChosen("");
              }}
            />
            {can("file_read") ? (
              <Button variant="default" leftSection={<IconFolderSearch size={16} />} onClick={() => setChoosing(true)}>
                {t("choose")}
              </Button>
            ) : null}
          </>
        )}
        {containerAction === undefined ? null : (
          <TextInput
            className={styles["path"]}
            label={t("container")}
            dir="ltr"
            spellCheck={false}
            autoCapitalize="none"
            value={container}
            error={isTried && container.trim() === "" ? tUi("cannotBeEmpty") : null}
            onChange={({ currentTarget }) => setContainer(currentTarget.value)}
          />
        )}
        <Button type="submit">{t("ask")}</Button>
        {fileAction === undefined ? null : (
          <p id={hintId} className={styles["hint"]}>
            {t("pathHint", { example: "web:/etc" })}
          </p>
        )}
      </form>
      {asked === null ? null : <Answer id={id} asked={asked} roleName={roleName} />}
      {isChoosing ? (
        <FolderDialog
          title={t("choose")}
          onChoose={(folder) => {
            setChosen(folder);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </>
  );
}

function Answer({ id, asked, roleName }: { id: string; asked: Question; roleName: string }) {
  const t = useTranslations("user.rights.check");
  const errorText = useErrorText();
  const { data, error } = useExplanation(id, asked);
  const named = data?.checks.flatMap((check) => (check.kind === "folders" ? [check.dir ?? ""] : [])) ?? [];
  const folderText = useFolderText([...named, data?.real ?? ""]);
  const textOf = useCheckText(roleName, folderText);
  if (error !== null) return <Banner kind="error">{errorText(error)}</Banner>;
  if (data === undefined) return null;
  return (
    <section className={styles["answer"]} aria-label={data.allowed ? t("allowed") : t("refused")} aria-live="polite">
      <Banner kind={data.allowed ? "success" : "warning"}>{data.allowed ? t("allowed") : t("refused")}</Banner>
      {data.real === null ? null : <p className={styles["dim"]}>{t("leadsTo", { path: folderText(data.real) })}</p>}
      <ul className={styles["checks"]}>
        {data.checks.map((check, index) => (
          <li key={index} data-ok={check.ok || undefined}>
            {check.ok ? (
              <IconCircleCheck size={17} aria-label={t("ok")} />
            ) : (
              <IconCircleX size={17} aria-label={t("notOk")} />
            )}
            <span>{textOf(check)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
