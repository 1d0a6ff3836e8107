"use client";

import { useQuery } from "@tanstack/react-query";
import { IconFolderOff } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { QueryState } from "@/components/layout/query-state";
import { EmptyState } from "@/components/ui/state/empty-state";
import { api } from "@/lib/client/call";
import { parseVirtualPath } from "@/lib/shared/paths";
import { goToFolder } from "@/components/domain/folder/go-to";
import { useRoots } from "@/components/domain/entry/use-roots";

/** Without a folder in the address: goes to the root that this session chose last, or to the only folder in it that the user may open. */
export function RootChooser() {
  const t = useTranslations("file");
  const roots = useRoots();
  const current = useQuery({
    queryKey: ["file", "base-switch"],
    queryFn: ({ signal }) => api.file.getBaseSwitch({}, { signal }),
    staleTime: 0,
    gcTime: 0,
  });
  const wanted = current.isFetching
    ? undefined
    : (roots.data?.find(({ index }) => index === current.data?.index) ?? roots.data?.[0]);
  const path = wanted === undefined ? null : parseVirtualPath(wanted.start);
  useEffect(() => {
    if (path !== null) goToFolder(path, { replace: true });
  }, [path]);
  return (
    <QueryState query={roots} rows={8}>
      {(dirs) =>
        dirs.length === 0 ? (
          <EmptyState icon={<IconFolderOff size={22} />} title={t("noRoots.title")} hint={t("noRoots.hint")} />
        ) : null
      }
    </QueryState>
  );
}
