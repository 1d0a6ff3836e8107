"use client";

import { useTranslations } from "next-intl";
import { useCallback, useState } from "react";
import { PageTitle } from "@/components/layout/page-title";
import { QueryState } from "@/components/layout/query-state";
import { TrashContent } from "./trash-content";
import { useTrash } from "./use-trash";
import styles from "./trash.module.css";

/** What was deleted and can come back. */
export default function TrashPage() {
  const t = useTranslations("trash");
  return (
    <div className={styles["page"]}>
      <PageTitle title={t("title")} />
      <TrashScreen />
    </div>
  );
}

function TrashScreen() {
  const [all, setAll] = useState(false);
  const trash = useTrash(all);
  const { fetchNextPage } = trash;
  // A failure is the query's to show; one that is under way is not begun again.
  const onMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  return (
    <QueryState query={trash} rows={12}>
      {({ pages }) => (
        <TrashContent
          key={String(all)}
          entries={pages.flatMap(({ entries }) => entries)}
          count={pages[0]?.count ?? 0}
          sizeBytes={pages[0]?.bytes ?? 0}
          all={all}
          onAll={setAll}
          onMore={trash.hasNextPage ? onMore : null}
        />
      )}
    </QueryState>
  );
}
