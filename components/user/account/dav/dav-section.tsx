"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useCan } from "@/components/layout/use-can";
import { QueryState } from "@/components/layout/query-state";
import { rowsIn } from "@/components/layout/rows-in";
import { Banner } from "@/components/ui/banner";
import { CopyLine } from "@/components/ui/copy-line";
import { SecretsSection } from "@/components/user/account/secrets/secrets-section";
import { api } from "@/lib/client/call";
import { appPasswordsKey, davAddress, davSettingQuery } from "@/lib/client/dav";
import { AppPasswordItem } from "./app-password-item";

const AppPasswordDialog = lazyDialog(() => import("./app-password-dialog"));

/** The own passwords for programs, and the address that they go with. */
export function DavSection({ username }: { username: string }) {
  const t = useTranslations("account.dav");
  const tUi = useTranslations("ui");
  const can = useCan();
  const setting = useQuery(davSettingQuery);
  const passwords = useQuery({
    queryKey: appPasswordsKey,
    queryFn: async ({ signal }) => rowsIn(await api.dav.listAppPasswords({}, { signal }), "passwords"),
  });
  return (
    <SecretsSection
      words="account.dav"
      query={passwords}
      renderItem={(password) => <AppPasswordItem key={password.id} password={password} />}
      renderDialog={(onClose) => <AppPasswordDialog username={username} onClose={onClose} />}
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
            <Banner kind="info">{t(can("webdav_setting") ? "offMine" : "off")}</Banner>
          )
        }
      </QueryState>
    </SecretsSection>
  );
}
