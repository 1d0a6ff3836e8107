"use client";

import { Button, Textarea } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import styles from "./systemd.module.css";

type Props = { unit: string; onClose: () => void };

/** What is put over a unit's own settings: checked by systemd before it is saved. */
export default function OverrideDialog({ unit, onClose }: Props) {
  const t = useTranslations("systemd.override");
  const override = useQuery({
    queryKey: ["systemd", unit, "override"],
    queryFn: ({ signal }) => api.systemd.getOverride({ unit }, { signal }),
    retry: false,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  return (
    <DialogCard title={t("title", { name: unit })} onClose={onClose} size={680} fillsPhone>
      <QueryState query={override} rows={6}>
        {(loaded) => <OverrideForm unit={unit} loaded={loaded} onClose={onClose} />}
      </QueryState>
    </DialogCard>
  );
}

type Loaded = { path: string; text: string; etag: string };

function OverrideForm({ unit, loaded, onClose }: Props & { loaded: Loaded }) {
  const t = useTranslations("systemd.override");
  const errorText = useErrorText();
  const [text, setText] = useState(loaded.text === "" ? "[Service]\n" : loaded.text);
  /** What systemd said of which text. */
  const [checked, setChecked] = useState<{ text: string; messages: readonly string[] } | null>(null);
  const wanted = text.trim() === "[Service]" ? "" : text;
  const save = useMutation({
    mutationFn: () => api.systemd.setOverride({ unit, text: wanted, etag: loaded.etag }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("saved", { name: unit }) });
      onClose();
    },
  });
  const check = useMutation({
    mutationFn: async ({ thenSave }: { thenSave: boolean }) => ({
      ...(await api.systemd.checkOverride({ unit, text: wanted })),
      thenSave,
    }),
    meta: { errorOwner: "form" },
    onSuccess: ({ messages, thenSave }) => {
      setChecked({ text: wanted, messages });
      if (thenSave && messages.length === 0) save.mutate();
    },
  });
  const said = checked?.text === wanted ? checked.messages : null;
  const isWarned = said !== null && said.length > 0;
  const failure = save.error ?? check.error;
  return (
    <Form onSubmit={() => (isWarned ? save.mutate() : check.mutate({ thenSave: true }))}>
      <p className={styles["hint"]}>{t("hint")}</p>
      <Textarea
        label={t("label")}
        description={<bdi dir="ltr">{loaded.path}</bdi>}
        value={text}
        autosize
        minRows={8}
        maxRows={20}
        dir="ltr"
        spellCheck={false}
        autoComplete="off"
        data-autofocus
        classNames={{ input: styles["editor"] ?? "" }}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {said === null ? null : said.length === 0 ? (
        <Banner kind="success">{t("fine")}</Banner>
      ) : (
        <Banner kind="warning" title={t("says")}>
          {said.map((line) => (
            <div key={line} className={styles["said"]} dir="ltr">
              {line}
            </div>
          ))}
        </Banner>
      )}
      {failure === null ? null : <Banner kind="error">{errorText(failure)}</Banner>}
      <FormButtons>
        <Button variant="default" loading={check.isPending} onClick={() => check.mutate({ thenSave: false })}>
          {t("check")}
        </Button>
        <Button type="submit" color={isWarned ? "red" : "blue"} loading={save.isPending}>
          {isWarned ? t("saveAnyway") : t("save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
