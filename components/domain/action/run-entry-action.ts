import { showToast } from "@/components/ui/toast/toast-store";
import type { ActionContext, EntryAction, EntryActionId, ShownAction } from "./entry-action";
import { reasonText } from "./menu-items";

type Scene = {
  actions: readonly EntryAction[];
  /** What is shown at the moment, with the reasons against it. */
  shown: readonly ShownAction[];
  context: ActionContext;
};

/** Runs an action, or says why not: a key does what the menu would. */
export function runEntryAction(id: EntryActionId, { actions, shown, context }: Scene): void {
  const action = actions.find((one) => one.id === id);
  const known = actions.find((one) => one.id === (action?.variantOf ?? id));
  // What has no place here means nothing here, also as a key.
  const areas = context.folder === null ? (["results", "resultsPage"] as const) : (["entries", "folder"] as const);
  if (action === undefined || known === undefined || areas.every((area) => known.order[area] === undefined)) return;
  const reason = reasonText(shown.find((one) => one.id === known.id)?.disabled, context.words);
  if (reason === null) action.run(context);
  else showToast({ kind: "warning", message: reason });
}
