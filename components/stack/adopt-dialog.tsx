"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DetailPart, DetailText } from "@/components/ui/details/detail-part";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import { shownName } from "@/lib/shared/shown-name";

type Found = Awaited<ReturnType<typeof api.stack.getAdoption>>;
type Props = { name: string; onClose: () => void };

/** Shows what a running stack was made of, before it is taken among one's own. */
export default function AdoptDialog({ name, onClose }: Props) {
  const t = useTranslations("stack.adopt");
  const errorText = useErrorText();
  const router = useRouter();
  const found = useQuery({
    queryKey: ["stack", name, "adoption"],
    queryFn: ({ signal }) => api.stack.getAdoption({ name }, { signal }),
    retry: false,
    gcTime: 0,
  });
  const { data } = found;
  const files = (data?.files ?? []).filter(({ kind }) => kind === "compose");
  const adopt = useMutation({
    mutationFn: ({ folder, reading }: Found) =>
      api.stack.adoptStack({
        name,
        folder,
        files: files.map(({ path, etag }) => ({ path, etag })),
        digest: reading?.digest ?? "",
      }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      onClose();
      router.push(pages.stack(name));
    },
  });
  return (
    <DialogCard
      title={t("title", { name })}
      onClose={onClose}
      size={720}
      fillsPhone
      footer={
        <Button
          loading={adopt.isPending}
          disabled={data === undefined}
          onClick={() => (data === undefined ? undefined : adopt.mutate(data))}
        >
          {t("adopt")}
        </Button>
      }
    >
      <QueryState query={found} rows={6}>
        {({ reading }) => (
          <>
            <p>{t("text")}</p>
            {files.map(({ path, text }) => (
              <DetailPart key={path} title={shownName(path)}>
                <DetailText label={path} text={text} />
              </DetailPart>
            ))}
            {reading === null ? null : (
              <DetailPart title={t("reading")}>
                <DetailText label={t("reading")} text={reading.text} />
              </DetailPart>
            )}
          </>
        )}
      </QueryState>
      {adopt.error === null ? null : <Banner kind="error">{errorText(adopt.error)}</Banner>}
    </DialogCard>
  );
}
