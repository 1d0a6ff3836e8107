"use client";

import { Checkbox } from "@mantine/core";
import { useTranslations } from "next-intl";
import { permissionAreas, permissionNames, permissions, type Permission } from "@/lib/shared/permissions";
import { withPermissions } from "./grants";
import styles from "./grants.module.css";

type Props = {
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  /** What cannot be given: nobody grants what they do not hold. Taking away is always possible. */
  isHeld: (permission: Permission) => boolean;
  /** Leaves out what is not held instead of showing it locked. */
  hideUnheld?: boolean;
};

/** All permissions by area, what people grant first at the top, each with its name and meaning; the API's number comes last. */
export function PermissionPicker({ value, onChange, isHeld, hideUnheld = false }: Props) {
  const t = useTranslations("role");
  const tUser = useTranslations("user");
  const tArea = useTranslations("permissionAreas");
  const tPermission = useTranslations("permissions");
  const set = (changed: readonly Permission[], isOn: boolean) => onChange(withPermissions(value, changed, isOn));
  const areas = permissionAreas.map((area) => ({
    area,
    names: permissionNames.filter((name) => permissions[name].area === area && (!hideUnheld || isHeld(name))),
  }));
  return (
    <div className={styles["areas"]}>
      {areas
        .filter(({ names }) => names.length > 0)
        .map(({ area, names }) => {
          const chosen = names.filter((name) => value.includes(name)).length;
          const givable = names.filter((name) => isHeld(name) || value.includes(name));
          const isAll = chosen > 0 && chosen >= givable.length;
          return (
            <fieldset key={area} className={styles["area"]}>
              <legend className={styles["legend"]}>{tArea(area)}</legend>
              <div className={styles["areaHead"]}>
                <Checkbox
                  label={tArea(area)}
                  aria-label={t("selectAll", { area: tArea(area) })}
                  checked={isAll}
                  indeterminate={chosen > 0 && !isAll}
                  disabled={givable.length === 0}
                  onChange={() => set(givable, !isAll)}
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
                      description={
                        <>
                          {isLocked ? tUser("notHeld") : tPermission(`${name}.description`)}
                          <span className={styles["number"]}>#{permissions[name].number}</span>
                        </>
                      }
                      onChange={({ currentTarget }) => set([name], currentTarget.checked)}
                    />
                  );
                })}
              </div>
            </fieldset>
          );
        })}
    </div>
  );
}
