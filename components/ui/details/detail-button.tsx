"use client";

import { Button } from "@mantine/core";
import type { ReactNode } from "react";

type Props = {
  children: string;
  /** Why it cannot be used now: it keeps the focus and the pointer, so that this can be read. */
  reason?: string | null;
  isDanger?: boolean;
  icon?: ReactNode;
  onClick: () => void;
};

/** One of the buttons below what is told of a thing. */
export function DetailButton({ children, reason = null, isDanger = false, icon, onClick }: Props) {
  const look = { variant: "default", size: "xs", leftSection: icon, ...(isDanger ? { color: "red" } : {}) };
  return reason === null ? (
    <Button {...look} onClick={onClick}>
      {children}
    </Button>
  ) : (
    <Button {...look} data-disabled aria-disabled aria-label={`${children} – ${reason}`} data-tip={reason}>
      {children}
    </Button>
  );
}
