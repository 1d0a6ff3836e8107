import type { Messages } from "next-intl";
import { auditedActions, type AuditedAction } from "@/lib/contracts/audited-actions";

/** Under `audit.actions`; a test holds the words to the contracts. */
export type ActionName = keyof Messages["audit"]["actions"];
export type ActionArea = keyof Messages["audit"]["areas"];
export type Action = { code: string; name: ActionName; area: ActionArea };

/** What is looked for most comes first, the others as the contracts have them. */
const first: readonly ActionArea[] = ["user", "file", "upload", "trash", "share"];
const actions = auditedActions.map(toAction);

function toAction({ code, name }: AuditedAction): Action {
  return { code, name: name as ActionName, area: name.split("/")[0] as ActionArea }; // messages.test.ts looks for both
}

/** The action of an entry; null for one that this version does not record. */
export function findAction(code: string): Action | null {
  return actions.find((action) => action.code === code) ?? null;
}

/** An entry's action in words: of what is done to several at once there is an entry for each, which says what was done to that one. */
export function wordsOf({ name }: Action, target: string): ActionName {
  return name === "file/removeMany" && target !== "" && !isList(target) ? "file/remove" : name;
}

/** Whether an entry is about several: their paths, as the server joins them. */
export const isList = (target: string): boolean => target.includes(", ");

/** The one action that a filter means, such as `user/login`; null for a text that fits several or none. */
export function findMeant(text: string): Action | null {
  const fitting = actions.filter(({ code }) => code.includes(text));
  return findAction(text) ?? (fitting.length === 1 ? (fitting[0] ?? null) : null);
}

export function actionsByArea(): { area: ActionArea; actions: Action[] }[] {
  const areas = new Set([...first, ...actions.map(({ area }) => area)]);
  return [...areas].map((area) => ({ area, actions: actions.filter((action) => action.area === area) }));
}
