"use client";

import { NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { fileTypes } from "./file-types";
import { dateChoices, sizeChoices, type SearchQuery } from "./search-query";
import styles from "./search-view.module.css";

const modes = { name: ["part", "start", "all", "glob", "regex"], text: ["part", "start", "all", "regex"] } as const;

type Props = { query: SearchQuery; hasPlaces: boolean; onQuery: (change: Partial<SearchQuery>) => void };

/** How to look, and for what: each choice is in the address at once. */
export function SearchOptions({ query, hasPlaces, onQuery }: Props) {
  const t = useTranslations("search");
  const pick = <T extends string>(values: readonly T[], text: string) => values.find((value) => value === text) ?? null;
  const choices = (name: "type" | "size" | "date", values: readonly string[]) => [
    { value: "", label: t(`${name}.any`) },
    ...values.map((value) => ({ value, label: t(`${name}.${value}` as "type.any") })), // a key of the same table
  ];
  return (
    <section className={styles["options"]} aria-label={t("options")}>
      <SegmentedControl
        size="xs"
        aria-label={t("what.label")}
        data={[
          { value: "name", label: t("what.name") },
          { value: "text", label: t("what.text") },
        ]}
        value={query.what}
        onChange={(value) => onQuery({ what: value === "text" ? "text" : "name", mode: "part" })}
      />
      {hasPlaces ? (
        <NativeSelect
          size="xs"
          aria-label={t("place.label")}
          data={[
            { value: "", label: t("place.here") },
            { value: "1", label: t("place.everywhere") },
          ]}
          value={query.everywhere ? "1" : ""}
          onChange={({ currentTarget }) => onQuery({ everywhere: currentTarget.value === "1" })}
        />
      ) : null}
      <NativeSelect
        size="xs"
        aria-label={t("mode.label")}
        data={modes[query.what].map((mode) => ({
          value: mode,
          label: t(`mode.${query.what}.${mode}` as "mode.name.part"),
        }))} // each subject has words for its own modes
        value={query.mode}
        onChange={({ currentTarget }) => onQuery({ mode: pick(modes.name, currentTarget.value) ?? "part" })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("type.label")}
        data={choices("type", query.what === "text" ? fileTypes.filter((type) => type !== "folder") : fileTypes)}
        value={query.type ?? ""}
        onChange={({ currentTarget }) => onQuery({ type: pick(fileTypes, currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("size.label")}
        data={choices("size", sizeChoices)}
        value={query.size ?? ""}
        onChange={({ currentTarget }) => onQuery({ size: pick(sizeChoices, currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("date.label")}
        data={choices("date", dateChoices)}
        value={query.date ?? ""}
        onChange={({ currentTarget }) => onQuery({ date: pick(dateChoices, currentTarget.value) })}
      />
      <Switch
        size="xs"
        label={t("matchCase")}
        checked={query.matchCase}
        onChange={({ currentTarget }) => onQuery({ matchCase: currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t("ignore")}
        checked={query.ignore}
        onChange={({ currentTarget }) => onQuery({ ignore: currentTarget.checked })}
      />
    </section>
  );
}
