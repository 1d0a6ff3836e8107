"use client";

import { TextInput } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { api } from "@/lib/client/call";
import { searchPath, type SearchPath } from "@/lib/contracts/environment";
import { EntryDialog } from "./entry-dialog";
import { KeptRows } from "./kept-rows";
import { useKeptList } from "./use-kept-list";

/** Folders that terminals search for programs. */
export function SearchPaths({ wanted }: { wanted: string }) {
  const t = useTranslations("environment");
  const { query, save } = useKeptList<SearchPath>({
    queryKey: ["setting", "search-paths"],
    load: async (signal) => (await api.environment.getSearchPathsSetting({}, { signal })).paths,
    store: async (paths) => (await api.environment.setSearchPathsSetting({ paths })).paths,
  });
  const [edited, setEdited] = useState<number | "new" | null>(null);
  return (
    <QueryState query={query} rows={2}>
      {(paths) => (
        <>
          <KeptRows
            title={t("paths.title")}
            hint={t("paths.hint")}
            empty={t("paths.empty")}
            addLabel={t("paths.add")}
            rows={paths}
            wanted={wanted}
            nameOf={({ path }) => path}
            textOf={() => null}
            isOrdered
            onAdd={() => setEdited("new")}
            onEdit={setEdited}
            onChange={(next) => void save(next).catch(() => {})} // the query client shows what failed
          />
          {edited === null ? null : (
            <EntryDialog<SearchPath>
              title={t(edited === "new" ? "paths.add" : "paths.edit")}
              initial={(edited === "new" ? null : paths[edited]) ?? { path: "", note: "", audience: "others" }}
              problemOf={(path) => {
                if (!searchPath.safeParse(path).success) return t("paths.problem");
                return paths.some((one, at) => at !== edited && one.path === path.path) ? t("repeated") : null;
              }}
              onSave={(path) =>
                save(edited === "new" ? [...paths, path] : paths.map((one, at) => (at === edited ? path : one)))
              }
              onClose={() => setEdited(null)}
            >
              {({ value, patch, problem }) => (
                <TextInput
                  label={t("paths.path")}
                  placeholder="/opt/tools/bin"
                  dir="ltr"
                  data-autofocus
                  value={value.path}
                  error={problem}
                  onChange={({ currentTarget }) => patch({ path: currentTarget.value.trim() })}
                />
              )}
            </EntryDialog>
          )}
        </>
      )}
    </QueryState>
  );
}
