"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import type { ViewerProps } from "@/components/domain/viewing/viewer-props";
import { api } from "@/lib/client/call";
import { urls } from "@/lib/client/urls";
import { AppError } from "@/lib/shared/errors";
import { encodeInQuery } from "@/lib/shared/paths";

/** Shows the stream of numbered lines, which the browser asks for with a ticket. */
export default function LinesViewer({ path, entry }: ViewerProps) {
  const t = useTranslations("lines");
  const numbered = useQuery({
    queryKey: ["lines", "numbered", path, entry.mtime],
    queryFn: async ({ signal }) => {
      const { ticket } = await api.file.ticket({ files: [path] }, { signal });
      const address = urls.api(`lines/numbered?file=${encodeInQuery(path)}&token=${ticket}`);
      const response = await fetch(address, { signal });
      if (!response.ok) throw new AppError("network");
      return response.text();
    },
  });
  return (
    <QueryState query={numbered} rows={5}>
      {(text) => (
        <section aria-label={t("numbered")}>
          <pre>{text}</pre>
        </section>
      )}
    </QueryState>
  );
}
