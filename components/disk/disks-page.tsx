"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { LiveTableState } from "@/components/domain/live/live-table-state";
import { Page } from "@/components/layout/page";
import { RequirePermission } from "@/components/layout/require-permission";
import { useCan } from "@/components/layout/use-can";
import { Banner } from "@/components/ui/banner";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import { diskTable } from "./disk-table";
import { Disks } from "./disks";
import styles from "./disk.module.css";

/** The disks of this machine, live: what they are divided into, how full it is, and where it is mounted. */
export default function DisksPage() {
  const t = useTranslations("disk");
  const can = useCan();
  const canMount = can("sys_disk_mount");
  return (
    <Page
      title={t("title")}
      isWide
      actions={
        canMount ? (
          <Button
            component={Link}
            href={pages.fstab()}
            variant="default"
            size="xs"
            leftSection={<IconFileText size={16} />}
          >
            {t("actions.fstab")}
          </Button>
        ) : undefined
      }
    >
      <RequirePermission permission="sys_view">
        {canMount ? <HostNeeds /> : null}
        <LiveTableState table={diskTable}>{(rows) => <Disks rows={rows} />}</LiveTableState>
      </RequirePermission>
    </Page>
  );
}

/** What a container lacks for changing anything about its host's disks. */
function HostNeeds() {
  const t = useTranslations("disk");
  const { data } = useQuery({
    queryKey: ["disk", "tools"],
    queryFn: ({ signal }) => api.disk.getTools({}, { signal }),
  });
  if (data === undefined || data.needs.length === 0) return null;
  return (
    <div className={styles["notice"]}>
      <Banner kind="info" title={t("inContainer")}>
        {t("inContainerHint")}
      </Banner>
    </div>
  );
}
