"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter, useSearchParams } from "next/navigation";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { SearchedList } from "@/components/layout/searched-list";
import { EmptyState } from "@/components/ui/state/empty-state";
import { useRoles } from "@/components/user/role/use-roles";
import { pages } from "@/lib/client/urls";
import type { Invitation } from "@/lib/contracts/invitations";
import { listedInvitations } from "@/lib/shared/listed";
import { InvitationEditor } from "./invitation-editor";
import { InvitationTable } from "./invitation-table";
import { useInvitations } from "./use-invitations";

/** Links with which people make their own accounts; `?new` shows the form for another. */
export default function InvitationsPage() {
  const t = useTranslations("user.invitations");
  const tUser = useTranslations("user");
  const router = useRouter();
  const params = useSearchParams();
  const invitations = useInvitations();
  const roles = useRoles();
  if (params.has("new")) return <InvitationEditor onLeave={() => router.push(pages.invitations())} />;
  return (
    <Page
      title={t("title")}
      isWide
      before={<BackLink href={pages.users()} label={tUser("title")} />}
      actions={
        <Button component={Link} href={`${pages.invitations()}?new`} leftSection={<IconPlus size={16} />}>
          {t("create")}
        </Button>
      }
    >
      <QueryState query={invitations} rows={5}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("empty")} hint={t("emptyHint")} />
          ) : (
            <SearchedList rows={all} textsOf={textsOf} most={listedInvitations}>
              {(found) => <InvitationTable invitations={found} roles={roles.data ?? []} />}
            </SearchedList>
          )
        }
      </QueryState>
    </Page>
  );
}

const textsOf = ({ note, username, inviter }: Invitation) => [note, username ?? "", inviter];
