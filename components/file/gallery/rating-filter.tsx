"use client";

import { IconStar, IconStarFilled } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { IconButton } from "@/components/ui/icon-button";
import { ActionMenu } from "@/components/ui/menu/action-menu";
import styles from "./gallery.module.css";

type Props = { least: number; onLeast: (least: number) => void };

/** Shows pictures with at least so many stars. */
export function RatingFilter({ least, onLeast }: Props) {
  const t = useTranslations("picture.filter");
  const textOf = (count: number) => (count === 0 ? t("any") : t("least", { count }));
  return (
    <ActionMenu
      label={t("label")}
      items={[0, 1, 2, 3, 4, 5].map((count) => ({
        id: `rating-${count}`,
        label: textOf(count),
        checked: count === least,
        onSelect: () => onLeast(count),
      }))}
    >
      {(button) => (
        <IconButton
          {...button}
          label={least === 0 ? t("label") : textOf(least)}
          data-active={least > 0 || undefined}
          className={styles["toggle"]}
          icon={least === 0 ? <IconStar size={17} stroke={1.7} /> : <IconStarFilled size={17} />}
        />
      )}
    </ActionMenu>
  );
}
