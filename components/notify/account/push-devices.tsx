"use client";

import { Button } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { useState } from "react";
import { Badge } from "@/components/ui/badge";
import { Banner } from "@/components/ui/banner";
import { api } from "@/lib/client/call";
import { pushProblem, turnOffPush, turnOnPush, type PushProblem } from "@/lib/client/notify/push";
import type { NotifyProfile } from "@/lib/contracts/notify";
import { agentName } from "@/lib/shared/agent-name";
import { LastSent } from "@/components/notify/last-sent";
import styles from "@/components/notify/notify.module.css";
import { profileKey } from "./profile-key";

type Push = NotifyProfile["push"];

/** The browsers that get messages while no page is open. */
export function PushDevices({ push }: { push: Push }) {
  const t = useTranslations("notify.push");
  const queryClient = useQueryClient();
  const [problem, setProblem] = useState<PushProblem | null>(pushProblem);
  const turnOn = useMutation({
    mutationFn: () => turnOnPush(push.public_key),
    onSuccess: setProblem,
    onSettled: () => queryClient.invalidateQueries({ queryKey: profileKey }),
  });
  const hasThis = push.devices.some(({ is_this: isThis }) => isThis);
  return (
    <section className={styles["part"]} aria-label={t("title")}>
      <h3 className={styles["title"]}>{t("title")}</h3>
      <div className={styles["hint"]}>{t("hint")}</div>
      <div className={styles["stack"]}>
        {push.devices.length === 0 ? null : (
          <ul className={styles["list"]}>
            {push.devices.map((device) => (
              <Device key={device.id} device={device} />
            ))}
          </ul>
        )}
        {problem === null || hasThis ? null : <Banner kind="warning">{t(`problems.${problem}`)}</Banner>}
        {hasThis || problem === "insecure" || problem === "impossible" ? null : (
          <Button variant="default" loading={turnOn.isPending} onClick={() => turnOn.mutate()}>
            {t("on")}
          </Button>
        )}
      </div>
    </section>
  );
}

function Device({ device }: { device: Push["devices"][number] }) {
  const t = useTranslations("notify.push");
  const format = useFormatter();
  const queryClient = useQueryClient();
  const { id, agent, is_this: isThis, added_at: addedAt, sent_at: sentAt, problem } = device;
  const remove = useMutation({
    mutationFn: async () => {
      await api.notify.removePushDevice({ id });
      if (isThis) await turnOffPush();
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: profileKey }),
  });
  const name = agentName(agent) ?? t("unknown");
  return (
    <li className={styles["item"]}>
      <div className={styles["about"]}>
        <div className={styles["name"]} title={agent}>
          {name}
          {isThis ? <Badge tone="accent">{t("this")}</Badge> : null}
        </div>
        <div className={styles["facts"]}>
          <span>{t("added", { date: format.dateTime(addedAt, { dateStyle: "medium" }) })}</span>
          <LastSent atMs={sentAt} problem={problem} />
        </div>
      </div>
      <Button
        variant="default"
        aria-label={t("offNamed", { name })}
        loading={remove.isPending}
        onClick={() => remove.mutate()}
      >
        {t("off")}
      </Button>
    </li>
  );
}
