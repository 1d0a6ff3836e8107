"use client";

import { Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";

const queryKey = ["setting", "search-index"] as const;

/** Which places' names are kept, so that large trees are searched at once. A switch is saved as it is turned. */
export default function SearchIndex() {
  const t = useTranslations("setting.search");
  const queryClient = useQueryClient();
  const index = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.search.getSearchIndex({}, { signal })).roots,
  });
  const change = useMutation({
    mutationFn: (input: { path: string; isKept: boolean }) => api.search.setSearchIndex(input),
    onSuccess: ({ roots }) => queryClient.setQueryData(queryKey, roots),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={index} rows={2}>
        {(roots) => (
          <Form label={t("title")} onSubmit={() => {}}>
            {roots.map(({ path, note, isKept }) => (
              <Switch
                key={path}
                label={note}
                description={<bdi dir="ltr">{path}</bdi>}
                checked={isKept}
                disabled={change.isPending}
                onChange={({ currentTarget }) => change.mutate({ path, isKept: currentTarget.checked })}
              />
            ))}
          </Form>
        )}
      </QueryState>
    </Section>
  );
}
