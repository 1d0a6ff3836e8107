"use client";

import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { DetailLines, DetailPart, QuietText } from "@/components/ui/details/detail-part";
import { api } from "@/lib/client/call";

type InsideOf = { files: readonly { descriptor: number; target: string }[]; left: number };

/** What only administrators see. */
export function Inside({ id, inside }: { id: string; inside: InsideOf | null }) {
  const t = useTranslations("processes.details");
  if (inside === null) return <QuietText>{t("rootOnly")}</QuietText>;
  return (
    <>
      <DetailLines
        title={t("files")}
        none={t("noFiles")}
        lines={inside.files.map(({ descriptor, target }) => `${descriptor}  ${target}`)}
        more={inside.left === 0 ? null : <QuietText>{t("more", { count: inside.left })}</QuietText>}
      />
      <Environment id={id} />
    </>
  );
}

/** Read when it is asked for: each look is in the audit log. */
function Environment({ id }: { id: string }) {
  const t = useTranslations("processes.details");
  const [isWanted, setWanted] = useState(false);
  const environment = useQuery({
    queryKey: ["processes", id, "environment"],
    queryFn: ({ signal }) => api.processes.getProcessEnvironment({ id }, { signal }),
    enabled: isWanted,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (!isWanted)
    return (
      <DetailPart title={t("environment")}>
        <QuietText>{t("environmentHint")}</QuietText>
        <Button variant="default" size="xs" mt={8} onClick={() => setWanted(true)}>
          {t("showEnvironment")}
        </Button>
      </DetailPart>
    );
  return (
    <QueryState query={environment} rows={3}>
      {({ variables, is_cut }) => (
        <DetailLines
          title={t("environment")}
          none={t("noVariables")}
          lines={variables.map(({ name, value }) => `${name}=${value}`)}
          more={is_cut ? <QuietText>{t("cut")}</QuietText> : null}
        />
      )}
    </QueryState>
  );
}
