"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { UnitRow } from "@/lib/contracts/systemd";

const tones = {
  active: "ok",
  activating: "accent",
  deactivating: "accent",
  reloading: "accent",
  maintenance: "accent",
  /** It has done what it is for, and counts as active: `active (exited)`. */
  exited: "plain",
  inactive: "plain",
  failed: "bad",
} as const;
const activeStates = Object.keys(tones) as (keyof typeof tones)[]; // keys of the literal above
const fileStates = [
  "enabled",
  "disabled",
  "static",
  "masked",
  "generated",
  "transient",
  "indirect",
  "alias",
  "linked",
] as const;

/** What a unit does now, in a word; systemd's own words are the tooltip. */
export function ActiveBadge({ active, sub }: Pick<UnitRow, "active" | "sub">) {
  const t = useTranslations("systemd.active");
  const meant = active === "active" && sub === "exited" ? "exited" : active;
  const known = activeStates.find((state) => state === meant);
  return (
    <span data-tip={`${active} (${sub})`}>
      <Badge tone={known === undefined ? "plain" : tones[known]}>{known === undefined ? active : t(known)}</Badge>
    </span>
  );
}

/** What happens with it when the machine starts. */
export function FileState({ file }: Pick<UnitRow, "file">) {
  const t = useTranslations("systemd.files");
  const known = fileStates.find((state) => state === file.replace(/-runtime$/, ""));
  return known === undefined ? file : t(known);
}
