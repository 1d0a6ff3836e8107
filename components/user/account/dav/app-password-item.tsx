"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { SecretItem } from "@/components/user/account/secrets/secret-item";
import { useDateText } from "@/components/user/account/secrets/use-date-text";
import { api } from "@/lib/client/call";
import { appPasswordsKey } from "@/lib/client/dav";
import type { davContract } from "@/lib/contracts/dav";
import type { OutputOf } from "@/lib/contracts/endpoint";
import { placesQuery } from "@/components/layout/places-query";

type AppPassword = OutputOf<typeof davContract.listAppPasswords>["passwords"][number];

export function AppPasswordItem({ password }: { password: AppPassword }) {
  const t = useTranslations("account.dav");
  const dateText = useDateText();
  const { data: places = [] } = useQuery(placesQuery);
  const { id, name, root, read_only: isReadOnly, created_at: createdAt, last_used_at: lastUsedAtMs } = password;
  const place = root === null ? null : (places.find((one) => one.id === root)?.note ?? root);
  return (
    <SecretItem
      words="account.dav"
      name={name}
      lastUsedAtMs={lastUsedAtMs}
      facts={[
        place === null ? t("allPlaces") : t("onlyPlace", { place }),
        ...(isReadOnly ? [t("readOnly")] : []),
        t("created", { date: dateText(createdAt) }),
      ]}
      queryKey={appPasswordsKey}
      revoke={() => api.dav.revokeAppPassword({ id })}
    />
  );
}
