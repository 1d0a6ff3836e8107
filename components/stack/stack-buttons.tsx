"use client";

import { Button } from "@mantine/core";
import { IconPlayerPlay } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { pages } from "@/lib/client/urls";
import type { StackRow } from "@/lib/contracts/stack";
import { profilesOf, stackActionsFor, stackStateOf } from "./stack-state";
import { useStackActions } from "./use-stack-actions";
import type { StackEditing } from "./use-stack-file";

type Props = {
  name: string;
  origin: "own" | "adopted";
  row: Pick<StackRow, "services" | "leftovers" | "builds" | "working">;
  editing: Pick<StackEditing, "dirtyPaths" | "saveAll" | "isSaving">;
};

/** Deploying, which is done most, as a button; the rest in a menu. */
export function StackButtons({ name, origin, row, editing }: Props) {
  const t = useTranslations("stack");
  const router = useRouter();
  const { run, remove } = useStackActions();
  const reason = row.working === null ? null : t(`working.${row.working}`);
  const items: readonly MenuItem[] = [
    ...(row.builds
      ? [
          {
            id: "build",
            label: t("actions.build"),
            disabledReason: reason,
            onSelect: () => void run({ name, action: "up", build: true, unsaved: editing }), // says itself what goes wrong
          },
        ]
      : []),
    ...profilesOf(row).map((profile) => ({
      id: `profile-${profile}`,
      label: t("upWith", { profile }),
      disabledReason: reason,
      onSelect: () => void run({ name, action: "up", profiles: [profile], unsaved: editing }), // says itself what goes wrong
    })),
    ...stackActionsFor(stackStateOf(row))
      .filter((action) => action !== "up")
      .map((action) => ({
        id: action,
        label: t(`actions.${action}`),
        danger: action === "down",
        disabledReason: reason,
        onSelect: () => void run({ name, action, staying: row.leftovers, unsaved: editing }), // says itself what goes wrong
      })),
    ...(row.leftovers.length === 0 ? [] : (["up", "down"] as const)).map((action) => ({
      id: `leftovers-${action}`,
      label: t(`leftovers.${action}`),
      danger: true,
      disabledReason: reason,
      onSelect: () => void run({ name, action, leftovers: [...row.leftovers], unsaved: editing }), // says itself what goes wrong
    })),
    { id: "divider", divider: true },
    {
      id: "remove",
      label: t(origin === "own" ? "actions.remove" : "actions.forget"),
      danger: origin === "own",
      disabledReason: reason ?? (origin === "own" && stackStateOf(row) !== "none" ? t("removeBusy") : null),
      onSelect: () => void remove(name, origin, () => router.push(pages.stacks())),
    },
  ];
  return (
    <>
      <Button
        size="xs"
        leftSection={<IconPlayerPlay size={15} />}
        disabled={reason !== null}
        loading={editing.isSaving}
        onClick={() => void run({ name, action: "up", unsaved: editing })} // says itself what goes wrong
      >
        {t("actions.up")}
      </Button>
      <ActionMenu label={t("actions.menu", { name })} items={items} />
    </>
  );
}
