"use client";

import { Select, type ComboboxItem, type ComboboxParsedItem, type OptionsFilter } from "@mantine/core";
import { useTranslations } from "next-intl";
import { actionsByArea, findMeant } from "./actions";
import styles from "./audit.module.css";

type Props = { value: string; onChange: (code: string) => void };

/** One of the recorded actions, found by its name or its code. A text from an address that means no single one stays. */
export function ActionSelect({ value, onChange }: Props) {
  const t = useTranslations("audit");
  const tAction = useTranslations("audit.actions");
  const tArea = useTranslations("audit.areas");
  const chosen = findMeant(value)?.code ?? value;
  const groups = actionsByArea().map(({ area, actions }) => ({
    group: tArea(area),
    items: actions.map(({ code, name }) => ({ value: code, label: tAction(name) })),
  }));
  const isKnown = chosen === "" || findMeant(value) !== null;
  return (
    <Select
      label={t("filterAction")}
      placeholder={t("allActions")}
      searchable
      selectFirstOptionOnChange
      allowDeselect={false}
      // What is typed is a new search, not the end of the name that is there.
      onFocus={({ currentTarget }) => currentTarget.select()}
      // Enter takes the action that is marked; it must not send the form without it.
      onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      clearable
      clearButtonProps={{ "aria-label": t("allActions"), "aria-hidden": false, tabIndex: 0 }}
      nothingFoundMessage={t("noAction")}
      maxDropdownHeight={360}
      data={isKnown ? groups : [{ value: chosen, label: chosen }, ...groups]}
      value={chosen === "" ? null : chosen}
      onChange={(code) => onChange(code ?? "")}
      filter={byNameOrCode}
      renderOption={({ option }) => (
        <span className={styles["option"]}>
          {option.label}
          {option.label === option.value ? null : <code className={styles["code"]}>{option.value}</code>}
        </span>
      )}
    />
  );
}

const byNameOrCode: OptionsFilter = ({ options, search }) => {
  const wanted = search.trim().toLowerCase();
  const fits = ({ label, value }: ComboboxItem) => `${label}\n${value}`.toLowerCase().includes(wanted);
  return options.flatMap<ComboboxParsedItem>((option) => {
    if (!("group" in option)) return fits(option) ? [option] : [];
    const items = option.items.filter(fits);
    return items.length > 0 ? [{ ...option, items }] : [];
  });
};
