"use client";

import { NativeSelect, Switch } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { SecretForm } from "@/components/user/account/secrets/secret-form";
import { api } from "@/lib/client/call";
import { appPasswordsKey } from "@/lib/client/dav";
import { placesQuery } from "@/components/layout/places-query";

type Props = { onCreated: (secret: string) => void; onCancel: () => void };

export function AppPasswordForm({ onCreated, onCancel }: Props) {
  const t = useTranslations("account.dav");
  const { data: places = [] } = useQuery(placesQuery);
  const [root, setRoot] = useState("");
  const [isReadOnly, setReadOnly] = useState(false);
  const create = async (name: string) => {
    const input = { name, root: root === "" ? null : root, read_only: isReadOnly };
    return (await api.dav.createAppPassword(input)).secret;
  };
  return (
    <SecretForm
      words="account.dav"
      queryKey={appPasswordsKey}
      isComplete
      create={create}
      onCreated={onCreated}
      onCancel={onCancel}
      renderFields={() => (
        <>
          <NativeSelect
            label={t("place")}
            value={root}
            data={[
              { value: "", label: t("allPlaces") },
              ...places.map(({ id, note }) => ({ value: id, label: t("onlyPlace", { place: note }) })),
            ]}
            onChange={({ currentTarget }) => setRoot(currentTarget.value)}
          />
          <Switch
            label={t("readOnly")}
            checked={isReadOnly}
            onChange={({ currentTarget }) => setReadOnly(currentTarget.checked)}
          />
        </>
      )}
    />
  );
}
