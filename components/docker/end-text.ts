import type { useTranslations } from "next-intl";
import { api } from "@/lib/client/call";
import type { ContainerAction } from "@/lib/shared/containers";

export const endingActions = ["stop", "restart", "kill"] as const satisfies readonly ContainerAction[];
export type Ending = (typeof endingActions)[number];

/** What ending a container does, as this one is: how long it is given, and whether it deletes itself. */
export async function endText(id: string, action: Ending, t: ReturnType<typeof useTranslations<"docker">>) {
  if (action === "restart") return t("confirm.restartText");
  const { stop_seconds: seconds, removes_itself: removesItself } = await api.docker.getContainer({ id });
  const what =
    action === "kill"
      ? t("confirm.killText")
      : seconds < 0
        ? t("confirm.stopPatiently")
        : t("confirm.stopText", { seconds });
  const after = removesItself ? t("confirm.removesItself") : action === "stop" ? t("confirm.dataStays") : "";
  return `${what} ${after}`.trim();
}
