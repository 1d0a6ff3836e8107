"use client";

import type { ComponentProps, ReactNode } from "react";
import { shownName } from "@/lib/shared/shown-name";
import styles from "./icon-button.module.css";

type Props = Omit<ComponentProps<"button">, "aria-label" | "title"> & {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  /** Shown in the tooltip, for instance "Ctrl K". */
  shortcut?: string;
  /** Why it cannot be used now: keeps the button focusable, so that the reason can be read. */
  disabledReason?: string | null;
  variant?: "plain" | "accent";
  /** Small number on the corner; 0 shows nothing. */
  count?: number;
  /** Whether what is counted has gone wrong. */
  isCountBad?: boolean;
};

/** A square button with an icon; TooltipHost shows its label. */
export function IconButton({
  label,
  icon,
  shortcut,
  disabledReason = null,
  variant = "plain",
  count = 0,
  isCountBad = true,
  onClick,
  className,
  ...rest
}: Props) {
  const isDisabled = disabledReason !== null;
  const name = shownName(label);
  const tip = [name, shortcut && `(${shortcut})`, disabledReason && `– ${disabledReason}`].filter(Boolean).join(" ");
  return (
    <button
      type="button"
      {...rest}
      className={`${styles["button"]} ${className ?? ""}`}
      data-variant={variant}
      data-tip={tip}
      aria-label={isDisabled ? `${name} – ${disabledReason}` : name}
      aria-disabled={isDisabled || undefined}
      onClick={isDisabled ? (event) => event.preventDefault() : onClick}
    >
      {icon}
      {count > 0 ? (
        <span className={styles["count"]} data-bad={isCountBad || undefined}>
          {count > 99 ? "99+" : count}
        </span>
      ) : null}
    </button>
  );
}
