"use client";

import { useTranslations } from "next-intl";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { showToast } from "@/components/ui/toast/toast-store";
import { api } from "@/lib/client/call";
import { againOf } from "@/lib/client/task/repeat-task";
import { pages } from "@/lib/client/urls";
import type { Task } from "@/lib/contracts/task";
import { parentOf, parseVirtualPath } from "@/lib/shared/paths";
import { useTaskKinds } from "./task-kind";
import { useErrorText } from "./use-error-text";
import styles from "@/components/ui/toast/notification-list.module.css";

/** What can be done about a task that went wrong: the same once more, the folder of what failed, all that is known of it. */
export default function ProblemActions({ task, onDone }: { task: Task; onDone: (from: Element) => void }) {
  const t = useTranslations("task.history");
  const tBell = useTranslations("layout.notifications");
  const tFile = useTranslations("file.action");
  const errorText = useErrorText();
  const router = useRouter();
  const repeat = useTaskKinds().find(task.kind)?.again;
  const [isBusy, setBusy] = useState(false);
  const failed = parseVirtualPath(task.failures[0]?.path ?? "");
  const folder = failed === null ? null : parentOf(failed);

  const runAgain = async (button: Element) => {
    setBusy(true);
    try {
      const again = await againOf(await api.task.getTask({ id: task.id }), repeat);
      // Not all that was asked is kept, such as a password: what is kept says so.
      if (again === null) router.push(pages.tasks(task.id));
      else await again.begin();
      onDone(button);
    } catch (error) {
      showToast({ kind: "error", message: errorText(error) });
    } finally {
      setBusy(false);
    }
  };
  return (
    <span className={styles["actions"]}>
      {repeat !== undefined ? (
        <button
          type="button"
          className={styles["action"]}
          disabled={isBusy}
          onClick={({ currentTarget }) => void runAgain(currentTarget)} // shows its own failures
        >
          {t("again")}
        </button>
      ) : null}
      {folder === null ? null : (
        <Link
          className={styles["action"]}
          href={pages.files(folder)}
          prefetch={false}
          onClick={({ currentTarget }) => onDone(currentTarget)}
        >
          {tFile("showInFolder")}
        </Link>
      )}
      <Link
        className={styles["action"]}
        href={pages.tasks(task.id)}
        prefetch={false}
        onClick={({ currentTarget }) => onDone(currentTarget)}
      >
        {tBell("details")}
      </Link>
    </span>
  );
}
