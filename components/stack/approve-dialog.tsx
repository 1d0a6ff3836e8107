"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Suspense } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DetailText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { lazyPart } from "@/components/ui/lazy/lazy-part";
import { LoadingState } from "@/components/ui/state/loading-state";
import { api } from "@/lib/client/call";
import type { StackRun } from "./wanted-approval";
import styles from "./stack.module.css";

const ReadingDiff = lazyPart(async () => {
  const [diff, { loadMonaco }] = await Promise.all([
    import("./reading-diff"),
    import("@/components/domain/code/load-monaco"),
  ]);
  await loadMonaco();
  return diff;
});

type Props = { run: StackRun; onApproved: () => void; onClose: () => void };

/** What would be run beside what was approved, before it is approved and run. */
export default function ApproveDialog({ run: { name, action }, onApproved, onClose }: Props) {
  const t = useTranslations("stack.approve");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const found = useQuery({
    queryKey: ["stack", name, "approval"],
    queryFn: ({ signal }) => api.stack.getApproval({ name }, { signal }),
    retry: false,
    gcTime: 0,
    // What is looked at is what is approved.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const approve = useMutation({
    mutationFn: ({ digest }: { digest: string }) => api.stack.approveStack({ name, digest }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      onClose();
      onApproved();
    },
  });
  const { data } = found;
  return (
    <DialogCard
      title={t("title", { name })}
      size="min(1200px, 96vw)"
      onClose={onClose}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {tUi("cancel")}
          </Button>
          <Button
            loading={approve.isPending}
            disabled={data === undefined}
            onClick={() => (data === undefined ? undefined : approve.mutate({ digest: data.digest }))}
          >
            {t(action === "pull" ? "pull" : "up")}
          </Button>
        </>
      }
    >
      <QueryState query={found} rows={6}>
        {({ approved, now }) =>
          approved === null ? (
            <>
              <p>{t("new")}</p>
              <DetailText label={t("title", { name })} text={now} isTall />
            </>
          ) : (
            <>
              <p>{t("changed", { name })}</p>
              <div className={styles["compare"]} data-ltr>
                <Suspense fallback={<LoadingState rows={10} />}>
                  <ReadingDiff before={approved} now={now} />
                </Suspense>
              </div>
            </>
          )
        }
      </QueryState>
      {approve.error === null ? null : <Banner kind="error">{errorText(approve.error)}</Banner>}
    </DialogCard>
  );
}
