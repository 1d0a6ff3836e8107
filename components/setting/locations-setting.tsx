"use client";

import { Button, TextInput } from "@mantine/core";
import { IconPlus, IconTrash } from "@tabler/icons-react";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { placesKey } from "@/components/layout/places-query";
import { QueryState } from "@/components/layout/query-state";
import { Section } from "@/components/layout/section";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Facts } from "@/components/ui/details/facts";
import { Form } from "@/components/ui/form";
import { IconButton } from "@/components/ui/icon-button";
import { useAddedFocus } from "@/components/ui/use-added-focus";
import { api } from "@/lib/client/call";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { settingContract } from "@/lib/contracts/setting";
import type { LocationInput } from "@/lib/contracts/setting-locations";
import styles from "./settings.module.css";

type Locations = OutputOf<typeof settingContract.getLocations>;

const queryKey = ["setting", "locations"] as const;

/** Where files are: what the server was started with, and folders beside that. */
export default function LocationsSettings() {
  const t = useTranslations("setting.locations");
  const setting = useQuery({ queryKey, queryFn: ({ signal }) => api.setting.getLocations({}, { signal }) });
  return (
    <Section title={t("title")} hint={t("hint")}>
      <QueryState query={setting} rows={3}>
        {(saved) => <LocationsForm saved={saved} />}
      </QueryState>
    </Section>
  );
}

function LocationsForm({ saved }: { saved: Locations }) {
  const t = useTranslations("setting.locations");
  const tUi = useTranslations("ui");
  const queryClient = useQueryClient();
  const form = useSettingForm({
    saved,
    queryKey,
    store: async ({ locations }: Locations) => {
      const stored = await api.setting.setLocations({ locations });
      void queryClient.invalidateQueries({ queryKey: placesKey });
      return stored;
    },
  });
  const { value, patch } = form;
  const list = useAddedFocus<HTMLDivElement>(value.locations.length);
  const [isTried, setIsTried] = useState(false);
  const problems = value.locations.map(({ name, path }) => ({
    name: name.trim() === "" ? tUi("cannotBeEmpty") : null,
    path: path.startsWith("/") ? null : tUi("absolutePath"),
  }));
  const save = () => {
    setIsTried(true);
    if (problems.every((one) => one.name === null && one.path === null)) form.save();
  };
  const change = (index: number, fields: Partial<LocationInput>) =>
    patch({ locations: value.locations.map((one, at) => (at === index ? { ...one, ...fields } : one)) });
  return (
    <Form label={t("title")} onSubmit={save}>
      {value.fixed.length === 0 ? null : (
        <>
          <Facts facts={value.fixed.map(({ name, path }) => ({ label: name, value: path, isCode: true }))} />
          <p className={styles["note"]}>{t("fixed")}</p>
        </>
      )}
      <div ref={list} className={styles["locations"]}>
        {value.locations.map(({ name, path }, index) => (
          <fieldset key={index} data-line className={styles["location"]} aria-label={name === "" ? t("new") : name}>
            <TextInput
              label={t("name")}
              maxLength={64}
              error={isTried ? problems[index]?.name : null}
              value={name}
              onChange={({ currentTarget }) => change(index, { name: currentTarget.value })}
            />
            <TextInput
              label={t("path")}
              error={isTried ? problems[index]?.path : null}
              placeholder="/srv/films"
              dir="ltr"
              spellCheck={false}
              value={path}
              onChange={({ currentTarget }) => change(index, { path: currentTarget.value })}
            />
            <IconButton
              label={t("remove", { name })}
              icon={<IconTrash size={17} />}
              onClick={() => patch({ locations: value.locations.filter((_, at) => at !== index) })}
            />
          </fieldset>
        ))}
        <div>
          <Button
            variant="default"
            leftSection={<IconPlus size={16} />}
            onClick={() => patch({ locations: [...value.locations, { name: "", path: "" }] })}
          >
            {t("add")}
          </Button>
        </div>
      </div>
      <SettingButtons form={form} />
    </Form>
  );
}
