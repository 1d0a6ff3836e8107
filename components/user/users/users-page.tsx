"use client";

import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { pages } from "@/lib/client/urls";
import { RightsPage } from "@/components/user/rights/rights-page";
import { UserEditor } from "./user-editor";
import { UserList } from "./user-list";
import { useUsers } from "./use-users";

/** Users; `?edit=<id>`, `?name=<username>`, and `?new` show the editor, `?rights=<id>` what a user may do. */
export default function UsersPage() {
  const t = useTranslations("user");
  const router = useRouter();
  const params = useSearchParams();
  const users = useUsers();
  const edited = params.get("edit");
  const named = params.get("name");
  const explained = params.get("rights");
  const toList = () => router.push(pages.users());
  if (params.has("new")) return <UserEditor key="new" user={null} onLeave={toList} />;
  if (explained !== null) return <RightsPage key={explained} id={explained} />;
  if (edited === null && named === null) return <UserList users={users} />;
  return (
    <QueryState query={users}>
      {(all) => {
        const user = all.find(({ id, username }) => id === edited || username === named);
        if (user !== undefined) return <UserEditor key={user.id} user={user} onLeave={toList} />;
        return (
          <Page title={t("title")}>
            <EmptyState title={t("notFound")} />
          </Page>
        );
      }}
    </QueryState>
  );
}
