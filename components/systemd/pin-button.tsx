"use client";

import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import styles from "./systemd.module.css";

type Props = { unit: string; isPinned: boolean; onToggle: (unit: string) => void };

/** For the pointer; keys have P, and the menu. */
export function PinButton({ unit, isPinned, onToggle }: Props) {
  const t = useTranslations("systemd.pin");
  const Star = isPinned ? IconStarFilled : IconStar;
  return (
    <button
      type="button"
      className={styles["pin"]}
      tabIndex={-1}
      aria-pressed={isPinned}
      aria-label={t("label", { name: unit })}
      data-tip={t(isPinned ? "remove" : "add")}
      onClick={(event) => {
        event.stopPropagation();
        onToggle(unit);
      }}
    >
      <Star size={15} aria-hidden />
    </button>
  );
}
