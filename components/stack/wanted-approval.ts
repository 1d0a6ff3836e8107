import type { StackAction } from "@/lib/shared/stacks";
import { createStore } from "@/lib/shared/store";

export type StackRun = {
  name: string;
  action: StackAction;
  service?: string;
  profiles?: string[];
  leftovers?: string[];
  build?: boolean;
};

/** What was refused because nobody has approved what would be run, for the page to ask. */
export const wantedApproval = createStore<StackRun | null>(null);
