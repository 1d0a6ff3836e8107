"use client";

import { Checkbox } from "@mantine/core";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCachedMe } from "@/components/layout/use-me";
import { api } from "@/lib/client/call";
import type { NotifyProfile } from "@/lib/contracts/notify";
import { messageKinds, messageWays, type MessageKind, type MessageWay } from "@/lib/shared/notify";
import styles from "@/components/notify/notify.module.css";
import { profileKey } from "./profile-key";

/** Whatever is chosen: nothing can be sent that way yet. */
function leadsNowhere(way: MessageWay, { push, mail }: NotifyProfile): boolean {
  if (way === "push") return push.devices.length === 0;
  return way === "mail" && !(mail.is_available && mail.is_verified);
}

/** Which kinds of messages come by which ways; each click is saved. */
export function ChoiceTable({ profile }: { profile: NotifyProfile }) {
  const t = useTranslations("notify");
  const queryClient = useQueryClient();
  const { choices, webhooks } = profile;
  const change = useMutation({
    mutationFn: (next: NotifyProfile["choices"]) => api.notify.setChoices(next),
    onMutate: (next) => queryClient.setQueryData(profileKey, { ...profile, choices: next }),
    onError: () => queryClient.invalidateQueries({ queryKey: profileKey }),
  });
  const shown = messageWays.filter((way) => way !== "webhook" || webhooks.length > 0);
  const isRoot = useCachedMe()?.is_root === true;
  const kinds = messageKinds.filter((kind) => kind !== "server" || isRoot);
  const toggle = (kind: MessageKind, way: MessageWay, isOn: boolean) => {
    const others = choices[kind].filter((one) => one !== way);
    change.mutate({ ...choices, [kind]: isOn ? [...others, way] : others });
  };
  return (
    <table className={styles["choices"]} aria-label={t("title")}>
      <thead>
        <tr>
          <th>
            <span className="visually-hidden">{t("kind")}</span>
          </th>
          {shown.map((way) => (
            <th key={way} scope="col">
              {t(`ways.${way}`)}
              {leadsNowhere(way, profile) ? <span className={styles["kindHint"]}>{t("notSetUp")}</span> : null}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              {t(`kinds.${kind}.name`)}
              <span className={styles["kindHint"]}>{t(`kinds.${kind}.hint`)}</span>
            </th>
            {shown.map((way) => (
              <td key={way}>
                {/* Alerts go to the webhooks that their rules name, what is about the server to all. */}
                {(kind === "alert" || kind === "server") && way === "webhook" ? null : (
                  <Checkbox
                    aria-label={t("choice", { kind: t(`kinds.${kind}.name`), way: t(`ways.${way}`) })}
                    checked={choices[kind].includes(way)}
                    onChange={({ currentTarget }) => toggle(kind, way, currentTarget.checked)}
                  />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
