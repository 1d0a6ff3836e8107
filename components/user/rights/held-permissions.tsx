"use client";

import { TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { servedPermissions } from "@/lib/contracts/served-permissions";
import type { RightSource } from "@/lib/contracts/rights";
import { permissionAreas, permissions, type Permission } from "@/lib/shared/permissions";
import styles from "./rights.module.css";

type Held = { name: Permission; from: RightSource[] };

/** Every permission that steers something, held or not, with where it comes from. */
export function HeldPermissions({ held, roleName }: { held: readonly Held[]; roleName: string }) {
  const t = useTranslations("user.rights");
  const tRole = useTranslations("role");
  const tArea = useTranslations("permissionAreas");
  const tPermission = useTranslations("permissions");
  const [sought, setSought] = useState("");
  const words = sought.trim().toLowerCase();
  const sources = new Map(held.map(({ name, from }) => [name, from]));
  const isFound = (name: Permission) => `${tPermission(`${name}.name`)} ${name}`.toLowerCase().includes(words);
  const shown = servedPermissions.filter(isFound);
  return (
    <div className={styles["held"]}>
      <TextInput
        type="search"
        aria-label={tRole("findPermission")}
        placeholder={tRole("findPermission")}
        leftSection={<IconSearch size={16} />}
        value={sought}
        onChange={({ currentTarget }) => setSought(currentTarget.value)}
      />
      {shown.length === 0 ? <output className={styles["dim"]}>{tRole("noPermissionFound")}</output> : null}
      {permissionAreas.map((area) => {
        const names = shown.filter((name) => permissions[name].area === area);
        return names.length === 0 ? null : (
          <div key={area}>
            <h3 className={styles["area"]}>{tArea(area)}</h3>
            <ul className={styles["list"]}>
              {names.map((name) => {
                const from = sources.get(name) ?? [];
                return (
                  <li key={name} className={styles["line"]} data-off={from.length === 0 || undefined}>
                    <span>{tPermission(`${name}.name`)}</span>
                    <span className={styles["from"]}>
                      {from.length === 0 ? <span className={styles["dim"]}>{t("notHeld")}</span> : null}
                      {from.map((source) => (
                        <Badge key={source} tone={source === "root" ? "accent" : "ok"}>
                          {t(`sources.${source}`, { role: roleName })}
                        </Badge>
                      ))}
                    </span>
                  </li>
                );
              })}
            </ul>
          </div>
        );
      })}
    </div>
  );
}
