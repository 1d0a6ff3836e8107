"use client";

import { Button, Checkbox, TextInput } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useId } from "react";
import { diskTable } from "@/components/disk/disk-table";
import { isMountable } from "@/components/disk/use-disk-actions";
import { shortName } from "@/components/disk/arrange";
import { useDraft } from "@/components/layout/use-draft";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { useStore } from "@/components/ui/use-store";
import { api } from "@/lib/client/call";
import { formatEntry, needsNofail, type FstabEntry } from "@/lib/shared/fstab";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./fstab.module.css";

const offered = ["nofail", "noauto", "ro", "noatime", "nosuid", "nodev", "noexec"] as const;
const isOffered = (option: string) => offered.some((one) => one === option);
const nothing: FstabEntry = { source: "", place: "", type: "", options: ["nofail", "noatime"], dump: 0, pass: 0 };

type Props = { initial: FstabEntry | null; onDone: (entry: FstabEntry) => void; onClose: () => void };

/** A line of the file as a form. What it makes is saved with the whole file. */
export default function EntryDialog({ initial, onDone, onClose }: Props) {
  const t = useTranslations("disk.fstab");
  const errorText = useErrorText();
  const list = useId();
  const { rows } = useStore(diskTable);
  const known = [...(rows?.values() ?? [])].filter((row) => row.uuid !== null && (isMountable(row) || row.is_swap));
  const { value, patch } = useDraft(initial ?? nothing);
  const byName = known.find(({ path }) => path === value.source);
  const others = value.options.filter((option) => !isOffered(option) && option !== "defaults").join(",");
  const setOptions = (chosen: readonly string[], text: string) =>
    patch({
      options: [
        ...chosen,
        ...text
          .split(",")
          .map((one) => one.trim())
          .filter((one) => one !== ""),
      ],
    });
  const test = useMutation({
    mutationFn: (line: string) => api.disk.testFstabLine({ line }),
    meta: { errorOwner: "form" },
  });
  const setSource = (source: string) => {
    const row = known.find(({ uuid }) => source === `UUID=${uuid ?? ""}`);
    patch({ source, ...(row !== undefined && value.type === "" ? { type: row.fs_type ?? "", pass: 2 } : {}) });
  };
  const isComplete = value.source.trim() !== "" && value.place.trim() !== "" && value.type.trim() !== "";
  const isWaitedFor = needsNofail(value) && !value.options.some((one) => one === "nofail" || one === "noauto");
  const line = formatEntry(value);
  return (
    <DialogCard
      title={initial === null ? t("addTitle") : t("editTitle", { name: initial.place })}
      onClose={onClose}
      size={560}
      fillsPhone
      keepsInput
    >
      <Form
        onSubmit={() => {
          onDone(value);
          onClose();
        }}
      >
        <datalist id={list}>
          {known.map((row) => (
            <option key={row.id} value={`UUID=${row.uuid ?? ""}`}>
              {[shortName(row), row.label, row.fs_type]
                .filter((one) => one !== null)
                .map((one) => shownName(one))
                .join(" · ")}
            </option>
          ))}
        </datalist>
        <TextInput
          label={t("source")}
          description={t("sourceHint")}
          value={value.source}
          list={list}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          onChange={({ currentTarget }) => setSource(currentTarget.value)}
        />
        {byName === undefined ? null : (
          <Banner kind="warning">
            {t("byName")}{" "}
            <button type="button" className={styles["link"]} onClick={() => setSource(`UUID=${byName.uuid ?? ""}`)}>
              {t("useUuid")}
            </button>
          </Banner>
        )}
        <TextInput
          label={t("place")}
          value={value.place}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          placeholder="/mnt/films"
          onChange={({ currentTarget }) => patch({ place: currentTarget.value })}
        />
        <TextInput
          label={t("type")}
          value={value.type}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          placeholder="ext4"
          onChange={({ currentTarget }) => patch({ type: currentTarget.value.replaceAll(/\s/g, "") })}
        />
        <fieldset className={styles["choices"]}>
          <legend>{t("options")}</legend>
          {offered.map((option) => (
            <Checkbox
              key={option}
              label={
                <>
                  {t(`option.${option}`)} <code dir="ltr">{option}</code>
                </>
              }
              checked={value.options.includes(option)}
              onChange={({ currentTarget: { checked } }) =>
                setOptions(
                  offered.filter((one) => (one === option ? checked : value.options.includes(one))),
                  others,
                )
              }
            />
          ))}
        </fieldset>
        <TextInput
          label={t("otherOptions")}
          defaultValue={others}
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          onBlur={({ currentTarget }) => setOptions(value.options.filter(isOffered), currentTarget.value)}
        />
        {isWaitedFor ? <Banner kind="warning">{t("warnings.nofail", { name: value.place })}</Banner> : null}
        {isComplete ? (
          <code className={styles["line"]} dir="ltr">
            {line}
          </code>
        ) : null}
        {test.data === undefined || test.variables !== line ? null : (
          <Banner
            kind={test.data.outcome === "failed" ? "error" : test.data.outcome === "mounted" ? "success" : "info"}
          >
            {t(`outcome.${test.data.outcome}`)} <span dir="ltr">{shownName(test.data.said)}</span>
          </Banner>
        )}
        {test.error === null ? null : <Banner kind="error">{errorText(test.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button variant="default" disabled={!isComplete} loading={test.isPending} onClick={() => test.mutate(line)}>
            {t("test")}
          </Button>
          <Button type="submit" disabled={!isComplete}>
            {t("take")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
