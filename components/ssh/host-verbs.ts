import { withHost } from "@/components/domain/connect-host/connect-host";
import { openHostTerminal } from "@/components/domain/terminal/open-host-terminal";
import { api } from "@/lib/client/call";
import { pages } from "@/lib/client/urls";
import type { SshHost } from "@/lib/contracts/ssh";
import { parseAddress } from "@/lib/shared/ssh-hosts";

/** The page of a host's files, at their home; one of one's own becomes a place for it. Connects first where there is no connection; null when that is given up. */
export async function pageOfFiles({ id }: Pick<SshHost, "id">): Promise<string | null> {
  const opened = await withHost(() => api.ssh.openHostFiles({ id }));
  return opened === null ? null : pages.files(opened.folder);
}

/** A terminal on a host that is typed, and forgotten when its connection ends. False: that is no address. */
export async function quickConnect(text: string): Promise<boolean> {
  const found = parseAddress(text);
  if (found === null || found.username === "") return false;
  const { username, address, port } = found;
  const name = `${username}@${address}`;
  const { id } = await api.ssh.createHost({ name, username, address, port, is_saved: false });
  await openHostTerminal(id);
  return true;
}
