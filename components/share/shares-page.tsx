"use client";

import { IconShare } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { ShareTable } from "./share-table";
import { useShares } from "./use-shares";

/** Own shares; for root everybody's. */
export default function SharesPage() {
  const t = useTranslations("share");
  const shares = useShares();
  return (
    <Page title={t("title")}>
      <QueryState query={shares}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState icon={<IconShare size={22} />} title={t("empty")} hint={t("emptyHint")} />
          ) : (
            <ShareTable shares={all} />
          )
        }
      </QueryState>
    </Page>
  );
}
