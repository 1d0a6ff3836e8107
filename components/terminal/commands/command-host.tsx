"use client";

import { lazyDialog } from "@/components/ui/lazy/lazy-dialog";
import { useStore } from "@/components/ui/use-store";
import { commandRequest } from "./command-request";
import { useOwnCommands } from "./use-has-shell";

const CommandDialog = lazyDialog(() => import("./command-dialog"));

/** The dialog for a command, wherever it is asked for. */
export function CommandHost() {
  const request = useStore(commandRequest);
  const commands = useOwnCommands();
  if (request === null || commands === null) return null;
  return <CommandDialog commands={commands} folder={request.folder} onClose={() => commandRequest.set(null)} />;
}
