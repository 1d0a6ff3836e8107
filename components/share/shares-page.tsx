"use client";

import { IconShare } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { SearchedList } from "@/components/layout/searched-list";
import { EmptyState } from "@/components/ui/state/empty-state";
import type { Share } from "@/lib/contracts/share";
import { maxShares } from "@/lib/shared/listed";
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
            <SearchedList rows={all} textsOf={textsOf} most={maxShares}>
              {(found) => <ShareTable shares={found} />}
            </SearchedList>
          )
        }
      </QueryState>
    </Page>
  );
}

const textsOf = ({ title, link, owner }: Share) => [title, link, owner];
