"use client";

import { useTranslations } from "next-intl";
import type { ComponentProps } from "react";
import type { ExtraProps } from "react-markdown";

/** The box of a task list: it tells, it is not for ticking. */
export function TaskBox({ checked = false }: ComponentProps<"input"> & ExtraProps) {
  const t = useTranslations("markdown");
  return (
    <input type="checkbox" checked={checked} disabled readOnly aria-label={t(checked ? "taskDone" : "taskOpen")} />
  );
}
