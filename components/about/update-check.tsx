"use client";

import { Button, Switch, TextInput } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { SettingButtons } from "@/components/layout/setting-buttons";
import { useErrorText } from "@/components/layout/use-error-text";
import { useSettingForm } from "@/components/layout/use-setting-form";
import { Banner } from "@/components/ui/banner";
import { Form } from "@/components/ui/form";
import { api } from "@/lib/client/call";
import styles from "./about.module.css";

type Updates = { on: boolean; url: string };
const queryKey = ["about", "updates-setting"] as const;
const example = '{"version": "2.1.0", "url": "https://releases.example.org/2.1.0"}';

/** Whether somebody is asked for newer versions: nobody is, until an administrator says whom. */
export function UpdateCheck() {
  const t = useTranslations("about.updates");
  const setting = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.about.getUpdatesSetting({}, { signal }),
  });
  return (
    <>
      <h3 className={styles["heading"]}>{t("title")}</h3>
      <QueryState query={setting} rows={2}>
        {(saved) => (
          <>
            <UpdatesForm saved={saved} />
            {saved.on && saved.url !== "" ? <Look /> : null}
          </>
        )}
      </QueryState>
    </>
  );
}

function UpdatesForm({ saved }: { saved: Updates }) {
  const t = useTranslations("about.updates");
  const form = useSettingForm({ saved, queryKey, store: (value: Updates) => api.about.setUpdatesSetting(value) });
  return (
    <Form label={t("title")} onSubmit={form.save}>
      <Switch
        label={t("on")}
        description={t("onHint")}
        checked={form.value.on}
        onChange={({ currentTarget }) => form.patch({ on: currentTarget.checked })}
      />
      {form.value.on ? (
        <TextInput
          label={t("url")}
          description={t("urlHint", { example })}
          value={form.value.url}
          type="url"
          dir="ltr"
          spellCheck={false}
          autoComplete="off"
          placeholder="https://releases.example.org/filedeck.json"
          onChange={({ currentTarget }) => form.patch({ url: currentTarget.value.trim() })}
        />
      ) : null}
      {form.isDirty ? <SettingButtons form={form} /> : null}
    </Form>
  );
}

function Look() {
  const t = useTranslations("about.updates");
  const errorText = useErrorText();
  const look = useMutation({ mutationFn: () => api.about.findUpdate({}), meta: { errorOwner: "form" } });
  const { data } = look;
  return (
    <div className={styles["look"]}>
      <Button variant="default" size="xs" loading={look.isPending} onClick={() => look.mutate()}>
        {t("look")}
      </Button>
      {look.error === null ? null : <Banner kind="error">{errorText(look.error)}</Banner>}
      {data === undefined ? null : data.is_newer ? (
        <Banner kind="info">
          {t("newer", { version: data.version })}{" "}
          {data.url === null ? null : (
            <a href={data.url} target="_blank" rel="noreferrer noopener">
              {t("open")}
            </a>
          )}
        </Banner>
      ) : (
        <Banner kind="success">{t("newest", { version: data.version })}</Banner>
      )}
    </div>
  );
}
