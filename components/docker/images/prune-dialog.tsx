"use client";

import { Button, Checkbox } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { useFormatSize } from "@/components/layout/use-format-size";
import { Banner } from "@/components/ui/banner";
import { DetailLines } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";

/** Shows what no container uses before it is deleted; what is shown is what goes. */
export default function PruneDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations("dockerImage.prune");
  const errorText = useErrorText();
  const formatSize = useFormatSize();
  const [all, setAll] = useState(false);
  const found = useQuery({
    queryKey: ["docker", "unused images", all],
    queryFn: ({ signal }) => api.docker.listUnusedImages({ all }, { signal }),
    gcTime: 0,
    retry: false,
  });
  const images = found.data?.images ?? [];
  const prune = useMutation({
    mutationFn: () => api.docker.pruneImages({ ids: images.map(({ id }) => id) }),
    meta: { errorOwner: "form" },
    onSuccess: ({ removed, kept }) => {
      showToast({
        kind: kept === 0 ? "success" : "warning",
        message: t(kept === 0 ? "done" : "partly", { count: removed, kept }),
      });
      onClose();
    },
  });
  return (
    <DialogCard title={t("title")} onClose={onClose} size={560}>
      <Form label={t("title")} onSubmit={() => (images.length > 0 ? prune.mutate() : undefined)}>
        <Checkbox
          label={t("all")}
          description={t("allHint")}
          checked={all}
          onChange={({ currentTarget }) => setAll(currentTarget.checked)}
        />
        <QueryState query={found} rows={4}>
          {({ bytes }) => (
            <DetailLines
              title={
                images.length === 0
                  ? t("list")
                  : t(bytes === 0 ? "listedUpTo" : "listed", {
                      count: images.length,
                      least: formatSize(bytes),
                      most: formatSize(images.reduce((sum, { size }) => sum + size, 0)),
                    })
              }
              none={t("none")}
              lines={images.map(({ name, size }) => `${formatSize(size).padStart(9)}  ${name}`)}
            />
          )}
        </QueryState>
        {prune.error === null ? null : <Banner kind="error">{errorText(prune.error)}</Banner>}
        <FormButtons onCancel={onClose}>
          <Button
            type="submit"
            color="red"
            loading={prune.isPending}
            disabled={images.length === 0 || found.isFetching}
          >
            {t("start", { count: images.length })}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
