"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { UnitRow } from "@/lib/contracts/systemd";
import { stateWordOf, type StateWord } from "./state-word";

const tones: Record<StateWord, "ok" | "accent" | "plain" | "bad"> = {
  active: "ok",
  on: "ok",
  mounted: "ok",
  waiting: "ok",
  listening: "ok",
  activating: "accent",
  deactivating: "accent",
  reloading: "accent",
  maintenance: "accent",
  exited: "plain",
  inactive: "plain",
  off: "plain",
  unmounted: "plain",
  failed: "bad",
};
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
export function ActiveBadge({ id, active, sub, restarts }: Pick<UnitRow, "id" | "active" | "sub" | "restarts">) {
  const t = useTranslations("systemd.active");
  const word = stateWordOf({ id, active, sub });
  if (restarts !== null)
    return (
      <span data-tip={`${active} (${sub})`}>
        <Badge tone="bad">{t("restartingTimes", { count: restarts })}</Badge>
      </span>
    );
  return (
    <span data-tip={`${active} (${sub})`}>
      <Badge tone={word === null ? "plain" : tones[word]}>{word === null ? active : t(word)}</Badge>
    </span>
  );
}

/** What happens with it when the machine starts; of another name of a unit, whose. */
export function FileState({ file, alias_of: aliasOf }: Pick<UnitRow, "file" | "alias_of">) {
  const t = useTranslations("systemd.files");
  if (aliasOf !== null) return t("aliasOf", { name: aliasOf });
  const known = fileStates.find((state) => state === file.replace(/-runtime$/, ""));
  return known === undefined ? file : t(known);
}
