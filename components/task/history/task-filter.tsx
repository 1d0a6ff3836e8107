"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { useTaskKinds } from "@/components/layout/task-kind";
import { taskFilters } from "@/lib/contracts/task";
import { addressOf, filterOf, type HistoryFilter } from "./history-filter";
import styles from "./task-history.module.css";

/** The two choices act at once, the text with Enter. */
export function TaskFilter({ filter }: { filter: HistoryFilter }) {
  const t = useTranslations("task.history");
  const { all, say } = useTaskKinds();
  const router = useRouter();
  const [text, setText] = useState(filter.text ?? "");
  const { before: _before, ...current } = filter;
  const apply = (change: Record<string, string>) =>
    router.push(addressOf(filterOf(new URLSearchParams({ ...current, text, ...change }), all)));
  return (
    <search>
      <form
        className={styles["filter"]}
        onSubmit={(event) => {
          event.preventDefault();
          apply({});
        }}
      >
        <TextInput label={t("text")} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
        <NativeSelect
          label={t("state")}
          value={filter.state ?? ""}
          onChange={({ currentTarget }) => apply({ state: currentTarget.value })}
          data={[
            { value: "", label: t("any") },
            ...taskFilters.map((state) => ({ value: state, label: t(`states.${state}`) })),
          ]}
        />
        <NativeSelect
          label={t("kind")}
          value={filter.kind ?? ""}
          onChange={({ currentTarget }) => apply({ kind: currentTarget.value })}
          data={[
            { value: "", label: t("any") },
            ...all.map(({ kind, words }) => ({ value: kind, label: say(`${words}.name`) })),
          ]}
        />
        {Object.keys(current).length > 0 ? (
          <Button variant="subtle" onClick={() => router.push(addressOf({}))}>
            {t("clear")}
          </Button>
        ) : null}
      </form>
    </search>
  );
}
