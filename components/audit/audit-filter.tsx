"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { ActionSelect } from "./action-select";
import { outcomeKinds } from "@/lib/shared/asking-errors";
import { addressOf, askedBy, withTimeOfDay, type Filter } from "./filter";
import styles from "./audit.module.css";

/** How user names start, one of the actions, a part of what it was about, the result, and times; Enter or the button applies them. On a phone all but the first are folded away. */
export function AuditFilter({ filter }: { filter: Filter }) {
  const t = useTranslations("audit");
  const router = useRouter();
  const [value, setValue] = useState({ action: "", target: "", ...filter, ...startOf(filter), before: 0 });
  const patch = (change: Partial<typeof value>) => setValue((now) => ({ ...now, ...change }));
  const isFiltered = Object.keys(askedBy(filter)).length > 0;
  const [isOpen, setOpen] = useState(isFiltered);
  const restId = useId();
  return (
    <search>
      <form
        className={styles["filter"]}
        onSubmit={(event) => {
          event.preventDefault();
          router.push(addressOf(wantedBy(value, filter)));
        }}
      >
        <TextInput
          className={styles["user"]}
          label={t("filterUser")}
          value={value.name}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
        />
        <Button
          variant="default"
          className={styles["more"] ?? ""}
          aria-expanded={isOpen}
          aria-controls={restId}
          onClick={() => setOpen(!isOpen)}
        >
          {t("moreFilters")}
        </Button>
        <div id={restId} className={styles["rest"]} data-open={isOpen || undefined}>
          <div className={styles["action"]}>
            <ActionSelect value={value.action} onChange={(action) => patch({ action })} />
          </div>
          <TextInput
            className={styles["about"]}
            label={t("filterTarget")}
            value={value.target}
            maxLength={256}
            spellCheck={false}
            autoCapitalize="none"
            onChange={({ currentTarget }) => patch({ target: currentTarget.value })}
          />
          <NativeSelect
            className={styles["outcome"]}
            label={t("columns.outcome")}
            value={value.outcome ?? ""}
            data={[
              { value: "", label: t("allOutcomes") },
              ...outcomeKinds.map((kind) => ({ value: kind, label: t(kind) })),
            ]}
            onChange={({ currentTarget }) =>
              patch({ outcome: outcomeKinds.find((one) => one === currentTarget.value) })
            }
          />
          <TextInput
            type="datetime-local"
            label={t("filterFrom")}
            value={value.from}
            {...(value.to === "" ? {} : { max: value.to })}
            onChange={({ currentTarget }) => patch({ from: currentTarget.value })}
          />
          <TextInput
            type="datetime-local"
            label={t("filterTo")}
            value={value.to}
            {...(value.from === "" ? {} : { min: value.from })}
            onChange={({ currentTarget }) => patch({ to: currentTarget.value })}
          />
        </div>
        <div className={styles["buttons"]}>
          <Button type="submit" variant="default">
            {t("apply")}
          </Button>
          {isFiltered ? (
            <Button variant="subtle" onClick={() => router.push(addressOf({}))}>
              {t("clear")}
            </Button>
          ) : null}
        </div>
      </form>
    </search>
  );
}

type Value = Filter & { name: string };

/** What the fields show of a filter. */
function startOf({ username, start, from = "", to = "" }: Filter) {
  return { name: username ?? start ?? "", from: withTimeOfDay(from, "00:00"), to: withTimeOfDay(to, "23:59") };
}

/** A name that a link has brought stays that one alone; one that is typed finds all that start so. */
function wantedBy({ name, username: _username, start: _start, ...value }: Value, { username }: Filter): Filter {
  const given = name.trim();
  return {
    ...value,
    ...(given === username ? { username: given } : { start: given }),
    target: value.target?.trim() ?? "",
  };
}
