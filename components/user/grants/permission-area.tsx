"use client";

import { Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";
import type { Permission, PermissionArea as Area } from "@/lib/shared/permissions";
import styles from "./grants.module.css";

type Props = {
  area: Area;
  names: readonly Permission[];
  value: readonly Permission[];
  isHeld: (permission: Permission) => boolean;
  onSet: (changed: readonly Permission[], isOn: boolean) => void;
};

/** The permissions of one area, each with its name and meaning, and one box for all of them. */
export function PermissionArea({ area, names, value, isHeld, onSet }: Props) {
  const t = useTranslations("role");
  const tUser = useTranslations("user");
  const tArea = useTranslations("permissionAreas");
  const tPermission = useTranslations("permissions");
  const chosen = names.filter((name) => value.includes(name)).length;
  const givable = names.filter((name) => isHeld(name) || value.includes(name));
  const isAll = chosen > 0 && chosen >= givable.length;
  return (
    <fieldset className={styles["area"]}>
      <legend className={styles["legend"]}>{tArea(area)}</legend>
      <div className={styles["areaHead"]}>
        <Checkbox
          label={tArea(area)}
          aria-label={t("selectAll", { area: tArea(area) })}
          checked={isAll}
          indeterminate={chosen > 0 && !isAll}
          disabled={givable.length === 0}
          onChange={() => onSet(givable, !isAll)}
        />
        <span className={styles["count"]}>{t("selected", { count: chosen, total: names.length })}</span>
      </div>
      <div className={styles["permissions"]}>
        {names.map((name) => {
          const isChosen = value.includes(name);
          const isLocked = !isHeld(name) && !isChosen;
          return (
            <Checkbox
              key={name}
              checked={isChosen}
              disabled={isLocked}
              label={tPermission(`${name}.name`)}
              description={isLocked ? tUser("notHeld") : tPermission(`${name}.description`)}
              onChange={({ currentTarget }) => onSet([name], currentTarget.checked)}
            />
          );
        })}
      </div>
    </fieldset>
  );
}
