"use client";

import { useTranslations } from "next-intl";
import { Badge } from "@/components/ui/badge";
import { useStore } from "@/components/ui/use-store";
import type { ContainerRow } from "@/lib/contracts/docker";
import { containersAtWork } from "./containers-at-work";

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

type Props = Pick<ContainerRow, "id" | "state" | "status" | "health" | "exit_code" | "restarts">;

/** What is being done with a container from here; else what it does, with the code of a bad end, or what its own check says of it; Docker's words are the tooltip. */
export function ContainerState({ id, state, status, health, exit_code: code, restarts }: Props) {
  const t = useTranslations("docker");
  const work = useStore(containersAtWork).get(id);
  const known = states.find((one) => one === state);
  const words = known === undefined ? state : t(`states.${known}`);
  const isTrouble = health === "unhealthy" && known === "running";
  return (
    <span data-tip={status}>
      {work !== undefined ? (
        <Badge tone="warn">{t(`working.${work}`)}</Badge>
      ) : restarts !== null ? (
        <Badge tone="bad">{t("restartingTimes", { count: restarts })}</Badge>
      ) : isTrouble || (health === "starting" && known === "running") ? (
        <Badge tone={isTrouble ? "bad" : "accent"}>{t(`health.${health}`)}</Badge>
      ) : (
        <Badge tone={known === undefined ? "plain" : tones[known]}>
          {code === null || code === 0 ? words : t("stateWithCode", { state: words, code: String(code) })}
        </Badge>
      )}
    </span>
  );
}
