"use client";

import { useFormatter, useTranslations } from "next-intl";
import type { AccessCheck } from "@/lib/contracts/rights";
import type { Permission } from "@/lib/shared/permissions";

/** One thing that was looked at, in words: what allows, or what refuses. */
export function useCheckText(roleName: string, folderText: (path: string) => string): (check: AccessCheck) => string {
  const t = useTranslations("user.rights.checks");
  const tSource = useTranslations("user.rights.sources");
  const tPermission = useTranslations("permissions");
  const format = useFormatter();
  const nameOf = (name: Permission) => tPermission(`${name}.name`);
  return (check) => {
    switch (check.kind) {
      case "account":
        return check.ok ? t("active") : t("disabled");
      case "permission": {
        const [held] = check.held;
        if (held === undefined)
          return t("noPermission", {
            names: format.list(
              check.any.map((name) => t("named", { name: nameOf(name) })),
              { type: "disjunction" },
            ),
          });
        const from = format.list(held.from.map((source) => tSource(source, { role: roleName })));
        return t("permission", { name: nameOf(held.name), from });
      }
      case "folders":
        return t(`folders.${check.rule}`, {
          source: check.source,
          role: roleName,
          dir: folderText(check.dir ?? ""),
        });
      case "container":
        return t(`containers.${check.problem ?? "ok"}`, { name: check.name });
      case "container_rules": {
        const { name, permission, held, rules } = check;
        const [rule] = rules;
        if (held.length > 0)
          return t("permission", {
            name: nameOf(permission),
            from: format.list(held.map((source) => tSource(source, { role: roleName }))),
          });
        if (rule === undefined) return t("noContainerRule", { name, permission: nameOf(permission) });
        return t("containerRule", { match: rule.match, name, from: tSource(rule.from, { role: roleName }) });
      }
      case "location":
        if (check.name !== null) return t("location", { name: check.name });
        return check.opens ? t("noLocationYet") : t("noLocation");
      case "own_data":
        return t("ownData");
      case "inside":
        return check.ok ? t("inside") : t("restrictedInside");
      default:
        return check.pattern === null ? t("unprotected") : t("protected", { pattern: check.pattern });
    }
  };
}
