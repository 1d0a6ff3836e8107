"use client";

import { Button } from "@mantine/core";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DiffView } from "@/components/ui/diff/diff-view";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import type { Edited } from "./edit-dialog";
import { SaidBySystemd } from "./said-by-systemd";
import { UnitTextArea } from "./text-area";
import styles from "@/components/systemd/systemd.module.css";

type Loaded = { path: string; text: string; etag: string };
type Props = Edited & { scope: string; loaded: Loaded; onClose: () => void };

export function EditText({ unit, part, scope, loaded, onClose }: Props) {
  const t = useTranslations("systemd");
  const errorText = useErrorText();
  const [text, setText] = useState(part === "override" && loaded.text === "" ? "[Service]\n" : loaded.text);
  /** What systemd says of the text; null while it is written. */
  const [said, setSaid] = useState<readonly string[] | null>(null);
  const wanted = part === "override" && text.trim() === "[Service]" ? "" : text;
  const isSame = wanted.trimEnd() === loaded.text.trimEnd();
  const review = useMutation({
    mutationFn: () =>
      part === "override"
        ? api.systemd.checkOverride({ unit, scope, text: wanted })
        : api.systemd.checkUnits({ scope, units: [{ unit, text: wanted }] }),
    meta: { errorOwner: "form" },
    onSuccess: ({ messages }) => setSaid(messages),
  });
  const save = useMutation({
    mutationFn: () =>
      part === "override"
        ? api.systemd.setOverride({ unit, scope, text: wanted, etag: loaded.etag })
        : api.systemd.setUnitFile({ unit, scope, text: wanted, etag: loaded.etag }),
    meta: { errorOwner: "form" },
    onSuccess: () => {
      showToast({ kind: "success", message: t("override.saved", { name: unit }) });
      onClose();
    },
  });
  const failure = save.error ?? review.error;
  const problem = failure === null ? null : <Banner kind="error">{errorText(failure)}</Banner>;
  if (said === null)
    return (
      <Form onSubmit={() => void (isSame || review.mutate())}>
        <p className={styles["hint"]}>{t(`${part}.hint`)}</p>
        <UnitTextArea
          label={t(`${part}.label`)}
          description={<bdi dir="ltr">{loaded.path}</bdi>}
          text={text}
          onText={setText}
          isFirst
          minRows={10}
        />
        {problem}
        <FormButtons onCancel={onClose}>
          <Button
            type="submit"
            disabled={isSame || (part === "file" && wanted.trim() === "")}
            loading={review.isPending}
          >
            {t("review.next")}
          </Button>
        </FormButtons>
      </Form>
    );
  return (
    <Form onSubmit={() => save.mutate()}>
      <DiffView
        before={loaded.text}
        after={wanted}
        labels={{
          label: t("review.label"),
          before: t("review.before"),
          after: t("review.after"),
          gone: t("review.gone"),
          added: t("review.added"),
          skipped: (count) => t("review.skipped", { count }),
        }}
      />
      <SaidBySystemd messages={said} />
      {problem}
      <FormButtons>
        <Button
          variant="default"
          onClick={() => {
            save.reset();
            setSaid(null);
          }}
        >
          {t("review.back")}
        </Button>
        <Button type="submit" data-autofocus color={said.length > 0 ? "red" : "blue"} loading={save.isPending}>
          {said.length > 0 ? t("override.saveAnyway") : t("override.save")}
        </Button>
      </FormButtons>
    </Form>
  );
}
