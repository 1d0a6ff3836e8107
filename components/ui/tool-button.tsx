"use client";

import { Button } from "@mantine/core";
import type { ComponentProps, ReactNode } from "react";
import { IconButton } from "./icon-button";
import { useIsMobile } from "./use-media";

type Props = Pick<ComponentProps<"button">, "onClick" | "aria-haspopup" | "aria-expanded"> & {
  label: string;
  /** Beside the words on a wide screen if `isPrimary`; instead of them on a phone. */
  icon: ReactNode;
  isPrimary?: boolean;
  /** Why it cannot be used now, as `IconButton` has it. */
  disabledReason: string | null;
};

/** A toolbar's button with words, an icon alone on phones. */
export function ToolButton({ label, icon, isPrimary = false, disabledReason, onClick, ...rest }: Props) {
  const isMobile = useIsMobile();
  if (isMobile)
    return (
      <IconButton
        {...rest}
        label={label}
        icon={icon}
        variant={isPrimary ? "accent" : "plain"}
        disabledReason={disabledReason}
        onClick={onClick}
      />
    );
  const look = { size: "xs", fz: 13, fw: 500, leftSection: isPrimary ? icon : undefined };
  return disabledReason === null ? (
    <Button {...look} {...rest} variant={isPrimary ? "filled" : "default"} onClick={onClick}>
      {label}
    </Button>
  ) : (
    // Not `disabled`: it keeps the focus and the pointer, so that the reason can be read.
    <Button {...look} data-disabled aria-disabled aria-label={`${label} – ${disabledReason}`} data-tip={disabledReason}>
      {label}
    </Button>
  );
}
