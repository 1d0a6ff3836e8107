"use client";

import { Button, NativeSelect, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { Form, FormButtons } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import { appPasswordsKey } from "@/lib/client/dav";
import { placesQuery } from "./places-query";

const initial = { name: "", root: "", isReadOnly: false };

type Props = { onCreated: (secret: string) => void; onCancel: () => void };

export function AppPasswordForm({ onCreated, onCancel }: Props) {
  const t = useTranslations("account.dav");
  const tUi = useTranslations("ui");
  const errorText = useErrorText();
  const queryClient = useQueryClient();
  const { data: places = [] } = useQuery(placesQuery);
  const [fields, setFields] = useState(initial);
  const [isChecked, setChecked] = useState(false);
  const patch = (change: Partial<typeof initial>) => setFields((current) => ({ ...current, ...change }));
  const create = useMutation({
    mutationFn: ({ name, root, isReadOnly }: typeof initial) =>
      api.dav.createAppPassword({ name, root: root === "" ? null : root, read_only: isReadOnly }),
    meta: { errorOwner: "form" },
    onSuccess: ({ secret }) => {
      onCreated(secret);
      return queryClient.invalidateQueries({ queryKey: appPasswordsKey });
    },
  });
  const isNameless = fields.name.trim() === "";
  return (
    <Form
      label={t("create")}
      onSubmit={() => {
        setChecked(true);
        if (!isNameless) create.mutate(fields);
      }}
    >
      <TextInput
        label={t("name")}
        placeholder={t("nameHint")}
        value={fields.name}
        maxLength={64}
        error={isChecked && isNameless ? tUi("cannotBeEmpty") : null}
        data-autofocus
        onChange={({ currentTarget }) => patch({ name: currentTarget.value })}
      />
      <NativeSelect
        label={t("place")}
        value={fields.root}
        data={[
          { value: "", label: t("allPlaces") },
          ...places.map(({ id, note }) => ({ value: id, label: t("onlyPlace", { place: note }) })),
        ]}
        onChange={({ currentTarget }) => patch({ root: currentTarget.value })}
      />
      <Switch
        label={t("readOnly")}
        checked={fields.isReadOnly}
        onChange={({ currentTarget }) => patch({ isReadOnly: currentTarget.checked })}
      />
      {create.error === null ? null : <Banner kind="error">{errorText(create.error)}</Banner>}
      <FormButtons>
        <Button variant="default" onClick={onCancel}>
          {tUi("cancel")}
        </Button>
        <Button type="submit" loading={create.isPending}>
          {t("create")}
        </Button>
      </FormButtons>
    </Form>
  );
}
