"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { Table } from "@/components/ui/table";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";

type Rule = OutputOf<typeof userContract.getRights>["containers"][number];
type Props = { rules: readonly Rule[]; roleName: string };

/** Which containers a user may see by rules, and what they may do with them. */
export function ContainerRules({ rules, roleName }: Props) {
  const t = useTranslations("user.rights");
  const tRule = useTranslations("containerRule");
  return (
    <Table
      label={t("containers")}
      rows={rules}
      rowKey={({ match, from }) => `${from} ${match}`}
      columns={[
        { id: "match", title: t("containerMatch"), renderCell: ({ match }) => <code dir="ltr">{match}</code> },
        {
          id: "may",
          title: t("access"),
          isLine: true,
          renderCell: ({ may }) => (["see", ...may] as const).map((right) => tRule(`rights.${right}`)).join(" · "),
        },
        {
          id: "from",
          title: t("from"),
          renderCell: ({ from }) => <Badge>{t(`sources.${from}`, { role: roleName })}</Badge>,
        },
      ]}
    />
  );
}
