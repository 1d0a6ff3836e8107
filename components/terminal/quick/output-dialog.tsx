"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { FolderToolProps } from "@/components/domain/tool/folder-tool";
import { QueryState } from "@/components/layout/query-state";
import { DialogCard } from "@/components/ui/dialog/dialog-card";
import { api } from "@/lib/client/call";
import styles from "./quick.module.css";

const askAgainMs = 1_000;

/** What a quick command says, or has said, as a task. */
export default function OutputDialog({ taskId, onClose }: FolderToolProps) {
  const t = useTranslations("terminal.quick");
  const id = taskId ?? "";
  const output = useQuery({
    queryKey: ["terminal", "quick", "output", id],
    queryFn: async ({ signal }) => {
      const [said, { title }] = await Promise.all([
        api.terminal.getQuickOutput({ taskId: id }, { signal }),
        api.task.getTask({ id }, { signal }),
      ]);
      return { ...said, title };
    },
    refetchInterval: ({ state }) => (state.data?.isOver === true ? false : askAgainMs),
    retry: false,
    gcTime: 0,
  });
  const title = t("output", { name: output.data?.title ?? "" });
  return (
    <DialogCard title={output.data === undefined ? t("title") : title} onClose={onClose} size={760} fillsPhone>
      <QueryState query={output} rows={4}>
        {({ output: text, isCut, isOver, code, title: name }) => (
          <>
            {isCut ? <p className={styles["hint"]}>{t("cut")}</p> : null}
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls */}
            <pre className={styles["output"]} dir="ltr" tabIndex={0} aria-label={title}>
              {text === "" && isOver ? t("noOutput") : text}
            </pre>
            {isOver && code !== null && code !== 0 ? <p>{t("failed", { name, code })}</p> : null}
          </>
        )}
      </QueryState>
    </DialogCard>
  );
}
