"use client";

import { NativeSelect, SegmentedControl, Switch } from "@mantine/core";
import { useTranslations } from "next-intl";
import { fileTypes } from "./file-types";
import { dateChoices, sizeChoices, type SearchWish } from "./search-wish";
import styles from "./search-view.module.css";

const modes = { name: ["part", "start", "all", "glob", "regex"], text: ["part", "start", "all", "regex"] } as const;

type Props = { wish: SearchWish; hasPlaces: boolean; onWish: (change: Partial<SearchWish>) => void };

/** How to look, and for what: each choice is in the address at once. */
export function SearchOptions({ wish, hasPlaces, onWish }: Props) {
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
        value={wish.what}
        onChange={(value) => onWish({ what: value === "text" ? "text" : "name", mode: "part" })}
      />
      {hasPlaces ? (
        <NativeSelect
          size="xs"
          aria-label={t("place.label")}
          data={[
            { value: "", label: t("place.here") },
            { value: "1", label: t("place.everywhere") },
          ]}
          value={wish.everywhere ? "1" : ""}
          onChange={({ currentTarget }) => onWish({ everywhere: currentTarget.value === "1" })}
        />
      ) : null}
      <NativeSelect
        size="xs"
        aria-label={t("mode.label")}
        data={modes[wish.what].map((mode) => ({
          value: mode,
          label: t(`mode.${wish.what}.${mode}` as "mode.name.part"),
        }))} // each subject has words for its own modes
        value={wish.mode}
        onChange={({ currentTarget }) => onWish({ mode: pick(modes.name, currentTarget.value) ?? "part" })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("type.label")}
        data={choices("type", wish.what === "text" ? fileTypes.filter((type) => type !== "folder") : fileTypes)}
        value={wish.type ?? ""}
        onChange={({ currentTarget }) => onWish({ type: pick(fileTypes, currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("size.label")}
        data={choices("size", sizeChoices)}
        value={wish.size ?? ""}
        onChange={({ currentTarget }) => onWish({ size: pick(sizeChoices, currentTarget.value) })}
      />
      <NativeSelect
        size="xs"
        aria-label={t("date.label")}
        data={choices("date", dateChoices)}
        value={wish.date ?? ""}
        onChange={({ currentTarget }) => onWish({ date: pick(dateChoices, currentTarget.value) })}
      />
      <Switch
        size="xs"
        label={t("matchCase")}
        checked={wish.matchCase}
        onChange={({ currentTarget }) => onWish({ matchCase: currentTarget.checked })}
      />
      <Switch
        size="xs"
        label={t("ignore")}
        checked={wish.ignore}
        onChange={({ currentTarget }) => onWish({ ignore: currentTarget.checked })}
      />
    </section>
  );
}
