"use client";

import { IconPlugConnectedX } from "@tabler/icons-react";
import { useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useStore } from "@/components/ui/use-store";
import { isReachable, recoveries, refusedOrigin } from "@/lib/client/connection";
import styles from "./shell.module.css";

/** Says while the server does not answer that what is shown may be old; when it is back, everything is read anew. */
export function ConnectionBanner() {
  const t = useTranslations("layout");
  const queries = useQueryClient();
  const isThere = useStore(isReachable);
  const refused = useStore(refusedOrigin);
  useEffect(
    () => recoveries.subscribe(() => void queries.invalidateQueries()), // the queries tell their own failures
    [queries],
  );
  return (
    <output className={styles["connection"]} data-lost={!isThere || refused !== null || undefined}>
      {isThere && refused === null ? null : (
        <>
          <IconPlugConnectedX size={17} aria-hidden />
          {isThere && refused !== null ? t("refusedOrigin", refused) : t("unreachable")}
        </>
      )}
    </output>
  );
}
