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

/** Roles; `?edit=<id>`, `?name=<name>`, and `?new`, with `&from=<id>` as a copy, show the editor. */
export default function RolesPage() {
  const t = useTranslations("role");
  const router = useRouter();
  const params = useSearchParams();
  const roles = useRoles();
  const edited = params.get("edit");
  const toList = () => router.push(pages.roles());
  const named = params.get("name");
  const from = params.get("from");
  if (params.has("new") && from === null) return <RoleEditor key="new" edited={null} onLeave={toList} />;
  if (edited === null && named === null && from === null) return <RoleList roles={roles} />;
  return (
    <QueryState query={roles}>
      {(all) => {
        const role = all.find(({ id, name }) => id === edited || name === named);
        const model = all.find(({ id }) => id === from);
        if (role !== undefined) return <RoleEditor key={role.id} edited={role} onLeave={toList} />;
        if (model !== undefined) return <RoleEditor key={model.id} edited={null} model={model} onLeave={toList} />;
        return (
          <Page title={t("title")}>
            <EmptyState title={t("notFound")} />
          </Page>
        );
      }}
    </QueryState>
  );
}
