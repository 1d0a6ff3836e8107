"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { UseQueryResult } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense, useState, type ReactNode } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import styles from "@/components/user/account/account.module.css";
import { EmptyState } from "@/components/ui/state/empty-state";
import type { SecretWords } from "./secret-words";

type Props<Item> = {
  words: SecretWords;
  query: UseQueryResult<Item[]>;
  /** A `SecretItem` with its key. */
  renderItem: (item: Item) => ReactNode;
  renderDialog: (onClose: () => void) => ReactNode;
  /** Above the list. */
  children?: ReactNode;
};

/** The own secrets of one kind, and a button that makes another. */
export function SecretsSection<Item>({ words, query, renderItem, renderDialog, children }: Props<Item>) {
  const t = useTranslations(words);
  const [isCreating, setCreating] = useState(false);
  return (
    <Section
      title={t("title")}
      hint={t("hint")}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t("create")}
        </Button>
      }
    >
      {children}
      <QueryState query={query} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("empty")} compact />
          ) : (
            <ul className={styles["list"]}>{all.map(renderItem)}</ul>
          )
        }
      </QueryState>
      {isCreating ? <Suspense>{renderDialog(() => setCreating(false))}</Suspense> : null}
    </Section>
  );
}
