"use client";

import { Switch } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { CopyLine } from "@/components/ui/copy-line";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { davAddress, davSettingQuery } from "@/lib/client/dav";

/** Turns WebDAV on or off for everybody; the switch is saved as it is turned. */
export default function DavSettings() {
  const t = useTranslations("setting.dav");
  const tUi = useTranslations("ui");
  const queryClient = useQueryClient();
  const setting = useQuery(davSettingQuery);
  const change = useMutation({
    mutationFn: (on: boolean) => api.dav.setDavSetting({ on }),
    onSuccess: (stored) => queryClient.setQueryData(davSettingQuery.queryKey, stored),
  });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={2}>
        {({ on }) => (
          <Form label={t("title")} onSubmit={() => {}}>
            <Switch
              label={t("on")}
              description={t("onHint")}
              checked={on}
              disabled={change.isPending}
              onChange={({ currentTarget }) => change.mutate(currentTarget.checked)}
            />
            {on ? (
              <CopyLine
                caption={t("address")}
                value={davAddress()}
                texts={{ copy: tUi("copy"), copied: tUi("copied") }}
              />
            ) : null}
          </Form>
        )}
      </QueryState>
    </Section>
  );
}
