"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { watchTask } from "@/components/domain/task/task-store";
import { useWords } from "@/components/domain/entry/words";
import { useCan } from "@/components/layout/use-can";
import { useCachedMe } from "@/components/layout/use-me";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import type { EntryProperties } from "@/lib/contracts/properties";
import type { VirtualPath } from "@/lib/shared/paths";
import { bitOf, classes, formatOctal, parseOctal, rights } from "./mode-bits";
import styles from "./properties.module.css";

type Props = { path: VirtualPath; entry: EntryProperties; onSaved: () => void };

/** Who may do what with the entry, and whose it is. */
export function AttributesForm({ path, entry, onSaved }: Props) {
  const t = useTranslations("properties");
  const tUi = useTranslations("ui");
  const words = useWords();
  const isRoot = useCachedMe()?.is_root === true;
  const canChange = useCan()("file_attributes") && entry.writable;
  const before = {
    octal: formatOctal(entry.mode),
    owner: entry.owner ?? String(entry.uid),
    group: entry.group ?? String(entry.gid),
  };
  const [draft, setDraft] = useState({ ...before, recursive: false });
  const mode = parseOctal(draft.octal);
  const patch = (change: Partial<typeof draft>) => setDraft((current) => ({ ...current, ...change }));
  const hasChanged =
    draft.recursive || draft.octal !== before.octal || draft.owner !== before.owner || draft.group !== before.group;
  const save = useMutation({
    mutationFn: () =>
      api.properties.setAttributes({
        files: [path],
        recursive: draft.recursive,
        ...(mode === null || (mode === entry.mode && !draft.recursive) ? {} : { mode }),
        ...(draft.owner === before.owner ? {} : { owner: draft.owner }),
        ...(draft.group === before.group ? {} : { group: draft.group }),
      }),
    meta: { errorOwner: "form" },
    onSuccess: ({ taskId }) => {
      watchTask(taskId, words);
      onSaved();
    },
  });

  return (
    <Form label={t("mode")} onSubmit={() => (mode === null ? undefined : save.mutate())}>
      <section className={styles["section"]} aria-label={t("mode")}>
        <h3>{t("mode")}</h3>
        <div className={styles["pair"]}>
          <TextInput
            label={t("owner")}
            value={draft.owner}
            disabled={!isRoot || !canChange}
            onChange={({ currentTarget }) => patch({ owner: currentTarget.value.trim() })}
          />
          <TextInput
            label={t("group")}
            value={draft.group}
            disabled={!isRoot || !canChange}
            onChange={({ currentTarget }) => patch({ group: currentTarget.value.trim() })}
          />
          <TextInput
            label={t("octal")}
            value={draft.octal}
            dir="ltr"
            maxLength={4}
            disabled={!canChange}
            error={mode === null}
            onChange={({ currentTarget }) => patch({ octal: currentTarget.value.trim() })}
          />
        </div>
        <table className={styles["bits"]}>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">{t("mode")}</span>
              </th>
              {rights.map((may) => (
                <th key={may} scope="col">
                  {t(`may.${may}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {classes.map((of) => (
              <tr key={of}>
                <th scope="row">{t(of)}</th>
                {rights.map((may) => (
                  <td key={may}>
                    <Checkbox
                      aria-label={`${t(of)}: ${t(`may.${may}`)}`}
                      disabled={!canChange || mode === null}
                      checked={((mode ?? 0) & bitOf({ of, may })) !== 0}
                      onChange={() => patch({ octal: formatOctal((mode ?? 0) ^ bitOf({ of, may })) })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {entry.kind === "folder" && canChange ? (
          <Checkbox
            label={t("recursive")}
            description={t("recursiveHint")}
            checked={draft.recursive}
            onChange={({ currentTarget }) => patch({ recursive: currentTarget.checked })}
          />
        ) : null}
        {canChange ? null : <p className={styles["dim"]}>{t("readOnly")}</p>}
      </section>
      {save.error === null ? null : <Banner kind="error">{words.errorText(save.error)}</Banner>}
      {canChange ? (
        <FormButtons>
          <Button type="submit" loading={save.isPending} disabled={!hasChanged || mode === null}>
            {tUi("save")}
          </Button>
        </FormButtons>
      ) : null}
    </Form>
  );
}
