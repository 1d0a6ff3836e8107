"use client";

import { Button } from "@mantine/core";
import { IconPencil } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { BackLink } from "@/components/layout/back-link";
import { Page } from "@/components/layout/page";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Badge } from "@/components/ui/badge";
import { EmptyState } from "@/components/ui/state/empty-state";
import { pages } from "@/lib/client/urls";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { userContract } from "@/lib/contracts/user";
import { ContainerRules } from "./container-rules";
import { HeldPermissions } from "./held-permissions";
import { LocationTable } from "./location-table";
import { RightsCheck } from "./rights-check";
import { useRights } from "./use-rights";
import own from "./rights.module.css";

type Rights = OutputOf<typeof userContract.getRights>;

/** What a user may do in the end, where that comes from, and why something is refused. */
export function RightsPage({ id }: { id: string }) {
  const t = useTranslations("user");
  const tRights = useTranslations("user.rights");
  const rights = useRights(id);
  return (
    <Page
      title={tRights("title", { username: rights.data?.username ?? "" })}
      before={<BackLink href={pages.users()} label={t("title")} />}
      actions={
        <Button
          component={Link}
          href={`${pages.users()}?edit=${id}`}
          variant="default"
          leftSection={<IconPencil size={16} />}
        >
          {t("edit")}
        </Button>
      }
    >
      <QueryState query={rights}>{(found) => <Parts id={id} rights={found} />}</QueryState>
    </Page>
  );
}

function Parts({ id, rights }: { id: string; rights: Rights }) {
  const t = useTranslations("user");
  const tRights = useTranslations("user.rights");
  const { is_root: isRoot, disabled, role, locations } = rights;
  return (
    <>
      <p className={own["who"]}>
        {disabled ? <Badge tone="warn">{t("disabled")}</Badge> : null}
        {isRoot ? <Badge tone="accent">{t("root")}</Badge> : null}
        {role === null ? null : (
          <Link href={`${pages.roles()}?edit=${role.id}`}>{tRights("role", { name: role.name })}</Link>
        )}
      </p>
      <Section title={tRights("check.title")} hint={tRights("check.hint")}>
        <RightsCheck id={id} roleName={role?.name ?? ""} />
      </Section>
      <Section title={tRights("locations")}>
        {locations.length === 0 ? (
          <EmptyState title={tRights("noLocations")} />
        ) : (
          <LocationTable locations={locations} roleName={role?.name ?? ""} />
        )}
      </Section>
      {rights.containers.length === 0 ? null : (
        <Section title={tRights("containers")}>
          <ContainerRules rules={rights.containers} roleName={role?.name ?? ""} />
        </Section>
      )}
      <Section title={tRights("permissions")}>
        <HeldPermissions held={rights.permissions} roleName={role?.name ?? ""} />
      </Section>
    </>
  );
}
