"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";

type Props = { pruneLabel: string; newLabel: string; onOpen: (opened: { what: "new" | "prune" }) => void };

/** Above a list of what Docker keeps: delete what nobody uses, and make one more. */
export function PruneAndNew({ pruneLabel, newLabel, onOpen }: Props) {
  return (
    <>
      <Button size="xs" variant="default" onClick={() => onOpen({ what: "prune" })}>
        {pruneLabel}
      </Button>
      <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => onOpen({ what: "new" })}>
        {newLabel}
      </Button>
    </>
  );
}
