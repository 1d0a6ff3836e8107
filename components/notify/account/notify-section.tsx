"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { NotifyProfile } from "@/lib/contracts/notify";
import styles from "@/components/notify/notify.module.css";
import { ChoiceTable } from "./choice-table";
import { MailAddress } from "./mail-address";
import { profileKey } from "./profile-key";
import { PushDevices } from "./push-devices";

/** How messages reach the user: which kinds by which ways, and where those lead. */
export default function NotifySection() {
  const t = useTranslations("notify");
  const profile = useQuery({
    queryKey: profileKey,
    queryFn: ({ signal }) => api.notify.getNotifyProfile({}, { signal }),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={profile} rows={5}>
        {(found) => <Ways profile={found} />}
      </QueryState>
    </Section>
  );
}

function Ways({ profile }: { profile: NotifyProfile }) {
  const t = useTranslations("notify");
  const queryClient = useQueryClient();
  const test = useMutation({
    mutationFn: () => api.notify.testNotify({}),
    onSuccess: () => showToast({ kind: "success", message: t("testSent"), isListed: false }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: profileKey }),
  });
  return (
    <>
      <ChoiceTable profile={profile} />
      <PushDevices push={profile.push} />
      <MailAddress mail={profile.mail} />
      <div className={styles["end"]}>
        <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
          {t("test")}
        </Button>
      </div>
    </>
  );
}
