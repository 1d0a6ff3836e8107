"use client";

import { Button, TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { ActionSelect } from "./action-select";
import { addressOf, type Filter } from "./filter";
import styles from "./audit.module.css";

/** Exact user name, and one of the actions; Enter or the button applies them. */
export function AuditFilter({ filter }: { filter: Filter }) {
  const t = useTranslations("audit");
  const router = useRouter();
  const [username, setUsername] = useState(filter.username ?? "");
  const [action, setAction] = useState(filter.action ?? "");
  const isFiltered = filter.username !== undefined || filter.action !== undefined;
  return (
    <search>
      <form
        className={styles["filter"]}
        onSubmit={(event) => {
          event.preventDefault();
          router.push(addressOf({ username: username.trim(), action }));
        }}
      >
        <TextInput
          label={t("filterUser")}
          value={username}
          spellCheck={false}
          autoCapitalize="none"
          onChange={({ currentTarget }) => setUsername(currentTarget.value)}
        />
        <ActionSelect value={action} onChange={setAction} />
        <Button type="submit" variant="default">
          {t("apply")}
        </Button>
        {isFiltered ? (
          <Button variant="subtle" onClick={() => router.push(addressOf({}))}>
            {t("clear")}
          </Button>
        ) : null}
      </form>
    </search>
  );
}
