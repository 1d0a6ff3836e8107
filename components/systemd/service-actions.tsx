"use client";

import { Button } from "@mantine/core";
import { IconFileText } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import Link from "next/link";
import { useStore } from "@/components/ui/use-store";
import type { LiveTable } from "@/lib/client/live-rows";
import { pages } from "@/lib/client/urls";
import type { UnitRow } from "@/lib/contracts/systemd";
import type { Store } from "@/lib/shared/store";
import { NewMenu } from "./new-menu";
import type { Opened } from "./unit-dialogs";

type Props = { table: Store<LiveTable<UnitRow>>; onOpened: (opened: Opened) => void };

/** What can be done besides the units; nothing where there is no systemd, which the page says in their place. */
export function ServiceActions({ table, onOpened }: Props) {
  const t = useTranslations("systemd.actions");
  const { rows, problem } = useStore(table);
  if (rows === null && problem?.error.startsWith("systemd/missing") === true) return null;
  return (
    <>
      <Button
        component={Link}
        href={pages.journal()}
        variant="default"
        size="xs"
        leftSection={<IconFileText size={16} />}
      >
        {t("journal")}
      </Button>
      <NewMenu
        onNew={(kind) => onOpened({ dialog: "create", kind })}
        onRemoved={() => onOpened({ dialog: "removed" })}
      />
    </>
  );
}
