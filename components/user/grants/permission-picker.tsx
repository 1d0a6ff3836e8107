"use client";

import { Button, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { servedPermissions } from "@/lib/contracts/served-permissions";
import { permissionAreas, permissions, type Permission } from "@/lib/shared/permissions";
import { withPermissions } from "./grants";
import { PermissionArea } from "./permission-area";
import { isPreset, presetNames, withPreset } from "./presets";
import styles from "./grants.module.css";

type Props = {
  value: readonly Permission[];
  onChange: (value: Permission[]) => void;
  /** What cannot be given: nobody grants what they do not hold. Taking away is always possible. */
  isHeld: (permission: Permission) => boolean;
  /** What there is to choose from; else all that steers something. */
  offered?: readonly Permission[];
  /** Leaves out what is not held instead of showing it locked, and the presets. */
  hideUnheld?: boolean;
};

/** The permissions by area, what people grant first at the top, found by words, with what people are usually given. */
export function PermissionPicker({ value, onChange, isHeld, offered = servedPermissions, hideUnheld = false }: Props) {
  const t = useTranslations("role");
  const tPermission = useTranslations("permissions");
  const [sought, setSought] = useState("");
  const words = sought.trim().toLowerCase();
  const isFound = (name: Permission) =>
    `${tPermission(`${name}.name`)} ${tPermission(`${name}.description`)} ${name}`.toLowerCase().includes(words);
  const shown = offered.filter((name) => (!hideUnheld || isHeld(name)) && isFound(name));
  const areas = permissionAreas
    .map((area) => ({ area, names: shown.filter((name) => permissions[name].area === area) }))
    .filter(({ names }) => names.length > 0);
  return (
    <div className={styles["areas"]}>
      {hideUnheld ? null : (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a fieldset brings its own frame and line break
        <div className={styles["presets"]} role="group" aria-label={t("presets.label")}>
          {presetNames.map((name) => (
            <Button
              key={name}
              size="compact-sm"
              variant={isPreset(value, name) ? "filled" : "default"}
              aria-pressed={isPreset(value, name)}
              onClick={() => onChange(withPreset(value, name, isHeld))}
            >
              {t(`presets.${name}`)}
            </Button>
          ))}
        </div>
      )}
      <TextInput
        type="search"
        aria-label={t("findPermission")}
        placeholder={t("findPermission")}
        leftSection={<IconSearch size={16} />}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
      />
      {areas.map(({ area, names }) => (
        <PermissionArea
          key={area}
          area={area}
          names={names}
          value={value}
          isHeld={isHeld}
          onSet={(changed, isOn) => onChange(withPermissions(value, changed, isOn))}
        />
      ))}
      {areas.length === 0 ? <output className={styles["none"]}>{t("noPermissionFound")}</output> : null}
    </div>
  );
}
