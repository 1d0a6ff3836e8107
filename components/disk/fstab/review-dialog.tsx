"use client";

import { Button } from "@mantine/core";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { QueryState } from "@/components/layout/query-state";
import { useErrorText } from "@/components/layout/use-error-text";
import { Banner } from "@/components/ui/banner";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { Form, FormButtons } from "@/components/ui/form";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { isAppError } from "@/lib/shared/errors";
import { warningsOf } from "@/lib/shared/fstab";
import { shownName } from "@/lib/shared/shown-name";
import type { LoadedFstab } from "./fstab-page";
import { diffLines, withContext } from "./line-diff";
import styles from "./fstab.module.css";

type Props = {
  loaded: LoadedFstab;
  text: string;
  onReload: () => Promise<void>;
  onSaved: () => Promise<void>;
  onClose: () => void;
};
const signs = { same: " ", gone: "−", new: "+" } as const;

/** What is about to change, and what there is to be said about it, before it is saved. */
export default function ReviewDialog({ loaded, text, onReload, onSaved, onClose }: Props) {
  const t = useTranslations("disk.fstab");
  const errorText = useErrorText();
  const check = useQuery({
    queryKey: ["disk", "fstab", "check", text],
    queryFn: ({ signal }) => api.disk.checkFstab({ text }, { signal }),
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const save = useMutation({
    mutationFn: () => api.disk.setFstab({ text, etag: loaded.etag }),
    meta: { errorOwner: "form" },
    onSuccess: async ({ backup }) => {
      await onSaved();
      showToast({ kind: "success", message: t("saved", { name: backup }) });
      onClose();
    },
  });
  const warnings = warningsOf(text, loaded.text);
  const isConflict = isAppError(save.error) && save.error.key === "disk/changed";
  const isWarned = warnings.length > 0 || check.data?.has_errors === true;
  return (
    <DialogCard title={t("reviewTitle")} onClose={onClose} size={820} fillsPhone>
      <Form onSubmit={() => save.mutate()}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- it scrolls, with keys as well; a <fieldset> would be for fields */}
        <div className={styles["diff"]} dir="ltr" tabIndex={0} role="group" aria-label={t("changes")}>
          {withContext(diffLines(loaded.text, text)).map((line, index) =>
            line === null ? (
              <div key={index} className={styles["skipped"]}>
                ⋯
              </div>
            ) : (
              <div key={index} data-kind={line.kind}>
                <span className="visually-hidden">
                  {line.kind === "same" ? "" : t(line.kind === "new" ? "lineNew" : "lineGone")}
                </span>
                <span aria-hidden>{signs[line.kind]}</span> {shownName(line.text)}
              </div>
            ),
          )}
        </div>
        {warnings.length === 0 ? null : (
          <Banner kind="warning" title={t("think")}>
            <ul className={styles["warnings"]}>
              {warnings.map(({ kind, line, name }) => (
                <li key={`${kind} ${line}`}>
                  {line === 0 ? null : `${t("lineNumber", { line: String(line) })} `}
                  {t(`warnings.${kind}`, { name: shownName(name) })}
                </li>
              ))}
            </ul>
          </Banner>
        )}
        <QueryState query={check} rows={2}>
          {({ messages, has_errors }) =>
            messages.length === 0 ? (
              <Banner kind="success">{t("fine")}</Banner>
            ) : (
              <Banner kind={has_errors ? "warning" : "info"} title={t("says")}>
                <pre className={styles["said"]} dir="ltr">
                  {messages.map((line) => shownName(line)).join("\n")}
                </pre>
              </Banner>
            )
          }
        </QueryState>
        {save.error === null ? null : (
          <Banner kind="error">
            {errorText(save.error)}{" "}
            {isConflict ? (
              <button
                type="button"
                className={styles["link"]}
                onClick={() => {
                  save.reset();
                  void onReload();
                }}
              >
                {t("compareAnew")}
              </button>
            ) : null}
          </Banner>
        )}
        <FormButtons onCancel={onClose}>
          <Button type="submit" color={isWarned ? "red" : "blue"} loading={save.isPending} disabled={check.isPending}>
            {t(isWarned ? "saveAnyway" : "save")}
          </Button>
        </FormButtons>
      </Form>
    </DialogCard>
  );
}
