"use client";

import { useTranslations, type Messages } from "next-intl";
import { createContext, use, useMemo } from "react";
import type { Repeat } from "@/lib/client/task/repeat-task";
import type { Task } from "@/lib/contracts/task";
import type { VirtualPath } from "@/lib/shared/paths";
import type { Permission } from "@/lib/shared/permissions";
import { titleValues } from "@/lib/shared/title-values";

/** Where a feature's file of words has those of a task: its `name` in lists, its `title` while it runs, what it has `done`. */
export type TaskWords = {
  [N in keyof Messages]: Messages[N] extends { tasks: infer Tasks } ? `${N}.tasks.${keyof Tasks & string}` : never;
}[keyof Messages];
/** Says a text by its full path. */
export type Say = ReturnType<typeof useTranslations<never>>;

/** What the screen must know of a kind of task; it knows none by name. The server's half is `defineTask` of the same kind. */
export type TaskKind = {
  kind: string;
  words: TaskWords;
  /** What tells best how far it is; bytes, if nothing is said. */
  counts?: "files" | "bytes";
  /** Whether it often does not know how much there is to do: then what has arrived is told, and no number of files. */
  isOpenEnded?: boolean;
  /** What stopping one takes. */
  stopPermission?: Permission;
  /** What it has done, where that is more than its words say. */
  done?: (task: Task, say: Say) => string;
  /** The tool that shows what it has found, and where. */
  result?: (task: Task) => { tool: string; path: VirtualPath } | null;
  /** Begins the same once more; kinds without it are not repeated by a click. */
  again?: () => Promise<Repeat>;
};

/** The kinds of all features, filled by the registry. */
export const TaskKindsContext = createContext<readonly TaskKind[]>([]);

export type TaskKinds = {
  all: readonly TaskKind[];
  find: (kind: string) => TaskKind | undefined;
  say: Say;
  /** The line of a task; one that no feature knows has its own title alone. */
  title: (task: Pick<Task, "kind" | "title" | "count">) => string;
};

export function useTaskKinds(): TaskKinds {
  const all = use(TaskKindsContext);
  const say = useTranslations();
  return useMemo(() => taskKindsOf(all, say), [all, say]);
}

export function taskKindsOf(all: readonly TaskKind[], say: Say): TaskKinds {
  const find = (kind: string) => all.find((one) => one.kind === kind);
  const title: TaskKinds["title"] = ({ kind, title: name, count }) => {
    const known = find(kind);
    return known === undefined ? name : say(`${known.words}.title`, titleValues(name, count));
  };
  return { all, find, say, title };
}
