"use client";

import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useMemo, useState } from "react";
import { LivePage } from "@/components/domain/live/live-page";
import { keepChannel } from "@/lib/client/channel";
import { createLiveTable } from "@/lib/client/live-rows";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import type { UnitFilter } from "./filter-units";
import { NewMenu } from "./new-menu";
import type { Opened } from "./unit-dialogs";
import { UnitList } from "./unit-list";
import { UnitTools } from "./unit-tools";
import { usePinnedUnits } from "./use-pinned-units";

/** The units of systemd, live, and what can be done with them. */
export default function ServicesPage() {
  const t = useTranslations("systemd");
  const [scope, setScope] = useState("");
  const [opened, setOpened] = useState<Opened | null>(null);
  const table = useMemo(
    () => createLiveTable<UnitRow>((hear, end) => keepChannel("systemd/follow", { scope }, hear, end)),
    [scope],
  );
  const [filter, setFilter] = useState<UnitFilter>({ text: "", type: "service", state: "all" });
  const pinned = usePinnedUnits(scope);
  return (
    <LivePage
      title={t("title")}
      permission="sys_view"
      table={table}
      actions={
        <>
          <Button
            component={Link}
            href={pages.journal()}
            variant="default"
            size="xs"
            leftSection={<IconFileText size={16} />}
          >
            {t("actions.journal")}
          </Button>
          <NewMenu
            onNew={(kind) => setOpened({ dialog: "create", kind })}
            onRemoved={() => setOpened({ dialog: "removed" })}
          />
        </>
      }
    >
      {(rows) => (
        <>
          <UnitTools
            rows={rows}
            filter={filter}
            onFilter={setFilter}
            scope={scope}
            onScope={setScope}
            isPinned={pinned.isPinned}
          />
          <UnitList rows={rows} filter={filter} scope={scope} pinned={pinned} opened={opened} onOpened={setOpened} />
        </>
      )}
    </LivePage>
  );
}
