"use client";

import { useTranslations } from "next-intl";
import { useRouter, useSearchParams } from "next/navigation";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { pages } from "@/lib/client/urls";
import { RoleEditor } from "./role-editor";
import { RoleList } from "./role-list";
import { useRoles } from "./use-roles";

/** Roles; `?edit=<id>` and `?new` show the editor. */
export default function RolesPage() {
  const t = useTranslations("role");
  const router = useRouter();
  const params = useSearchParams();
  const roles = useRoles();
  const edited = params.get("edit");
  const toList = () => router.push(pages.roles());
  if (params.has("new")) return <RoleEditor key="new" edited={null} onLeave={toList} />;
  if (edited === null) return <RoleList roles={roles} />;
  return (
    <QueryState query={roles}>
      {(all) => {
        const role = all.find(({ id }) => id === edited);
        if (role !== undefined) return <RoleEditor key={role.id} edited={role} onLeave={toList} />;
        return (
          <Page title={t("title")}>
            <EmptyState title={t("notFound")} />
          </Page>
        );
      }}
    </QueryState>
  );
}
