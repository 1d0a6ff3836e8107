import type { Words } from "@/components/domain/entry/words";
import type { MenuItem } from "@/components/ui/menu/menu-items";
import { AppError } from "@/lib/shared/errors";
import type { DisabledReason, EntryActionId, OwnActionId, ShownAction } from "./entry-action";

/** A reason in words; the same the server would say where it is the server's. */
export function reasonText(reason: DisabledReason | undefined, { t, errorText }: Words): string | null {
  if (reason === undefined) return null;
  if (reason.why === "permission") return errorText(new AppError("auth/forbidden", { permission: reason.permission }));
  return reason.why === "read-only" ? errorText(new AppError("file/read-only")) : t(`reason.${reason.why}`);
}

/** What an action is called. */
export function actionText(id: EntryActionId, { t, tasks }: Words): string {
  return isOwn(id) ? tasks.say(id) : t(`action.${id}`);
}

function isOwn(id: EntryActionId): id is OwnActionId {
  return id.includes(".");
}

export function toMenuItems(
  actions: readonly ShownAction[],
  words: Words,
  run: (id: EntryActionId) => void,
): readonly MenuItem[] {
  return actions.flatMap(({ id, icon: Icon, shortcut, danger, startsGroup, disabled }, index): MenuItem[] => {
    const item: MenuItem = {
      id,
      label: actionText(id, words),
      icon: <Icon size={17} stroke={1.7} />,
      disabledReason: reasonText(disabled, words),
      onSelect: () => run(id),
      ...(shortcut ? { shortcut } : {}),
      ...(danger ? { danger } : {}),
    };
    return index > 0 && startsGroup ? [{ id: `before-${id}`, divider: true }, item] : [item];
  });
}
