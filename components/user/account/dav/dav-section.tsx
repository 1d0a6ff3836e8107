"use client";

import { Button } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazy, Suspense, useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import styles from "@/components/user/account/account.module.css";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { EmptyState } from "@/components/ui/state/empty-state";
import { api } from "@/lib/client/call";
import { appPasswordsKey, davAddress, davSettingKey } from "@/lib/client/dav";
import { AppPasswordItem } from "./app-password-item";

const AppPasswordDialog = lazy(() => import("./app-password-dialog"));

/** The own passwords for programs, and the address that they go with. */
export function DavSection({ username }: { username: string }) {
  const t = useTranslations("account.dav");
  const tUi = useTranslations("ui");
  const [isCreating, setCreating] = useState(false);
  const setting = useQuery({
    queryKey: davSettingKey,
    queryFn: ({ signal }) => api.dav.getDavSetting({}, { signal }),
  });
  const passwords = useQuery({
    queryKey: appPasswordsKey,
    queryFn: async ({ signal }) => (await api.dav.listAppPasswords({}, { signal })).passwords,
  });
  return (
    <Section
      title={t("title")}
      hint={t("hint")}
      actions={
        <Button variant="default" leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
          {t("create")}
        </Button>
      }
    >
      <QueryState query={setting} rows={1}>
        {({ on }) =>
          on ? (
            <CopyLine
              caption={t("address")}
              value={davAddress()}
              texts={{ copy: tUi("copy"), copied: tUi("copied") }}
            />
          ) : (
            <Banner kind="info">{t("off")}</Banner>
          )
        }
      </QueryState>
      <QueryState query={passwords} rows={2}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState title={t("empty")} compact />
          ) : (
            <ul className={styles["list"]}>
              {all.map((password) => (
                <AppPasswordItem key={password.id} password={password} />
              ))}
            </ul>
          )
        }
      </QueryState>
      {isCreating ? (
        <Suspense>
          <AppPasswordDialog username={username} onClose={() => setCreating(false)} />
        </Suspense>
      ) : null}
    </Section>
  );
}
