"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import { EditText } from "./edit-text";

export type Edited = { unit: string; part: "override" | "file" };
type Props = Edited & { scope: string; onClose: () => void };

/** What is put over a unit's own settings, or its whole file: seen beside what is there, and checked by systemd, before it is saved. */
export default function EditDialog({ unit, part, scope, onClose }: Props) {
  const t = useTranslations(`systemd.${part}`);
  const loaded = useQuery({
    queryKey: ["systemd", scope, unit, part],
    queryFn: ({ signal }) =>
      part === "override"
        ? api.systemd.getOverride({ unit, scope }, { signal })
        : api.systemd.getUnitFile({ unit, scope }, { signal }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <DialogCard title={t("title", { name: unit })} onClose={onClose} size="min(920px, 96vw)" fillsPhone keepsInput>
      <QueryState query={loaded} rows={6}>
        {(text) => <EditText key={text.etag} unit={unit} part={part} scope={scope} loaded={text} onClose={onClose} />}
      </QueryState>
    </DialogCard>
  );
}
