"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import type { ContainerRow } from "@/lib/contracts/docker";

const tones = {
  running: "ok",
  paused: "warn",
  restarting: "warn",
  created: "plain",
  exited: "plain",
  dead: "bad",
  removing: "plain",
} as const;
const states = Object.keys(tones) as (keyof typeof tones)[]; // keys of the literal above

/** What a container does, or what its own check says of it; Docker's words are the tooltip. */
export function ContainerState({ state, status, health }: Pick<ContainerRow, "state" | "status" | "health">) {
  const t = useTranslations("docker");
  const known = states.find((one) => one === state);
  const isTrouble = health === "unhealthy" && known === "running";
  return (
    <span data-tip={status}>
      {isTrouble || (health === "starting" && known === "running") ? (
        <Badge tone={isTrouble ? "bad" : "accent"}>{t(`health.${health}`)}</Badge>
      ) : (
        <Badge tone={known === undefined ? "plain" : tones[known]}>
          {known === undefined ? state : t(`states.${known}`)}
        </Badge>
      )}
    </span>
  );
}
