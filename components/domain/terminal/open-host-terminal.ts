import { withHost } from "@/components/domain/connect-host/connect-host";
import { api } from "@/lib/client/call";
import { usualTerminalSize, wantedTerminal } from "./wanted-terminal";

/** A shell on a saved host, shown at once. Connects first where there is no connection; false when that is given up. */
export async function openHostTerminal(id: string): Promise<boolean> {
  const opened = await withHost(() => api.ssh.openHostTerminal({ id, ...usualTerminalSize }));
  if (opened !== null) wantedTerminal.set({ id: opened.id });
  return opened !== null;
}
