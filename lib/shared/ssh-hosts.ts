/** How a host is told who connects. Whatever more it asks (a code, a new password) is asked of the person. */
export const sshAuths = ["password", "key", "agent"] as const;
export type SshAuth = (typeof sshAuths)[number];

/** Which end listens: this server and passes on what comes to a target beyond the host (`dynamic`: wherever a SOCKS client says), or the host. */
export const forwardKinds = ["local", "remote", "dynamic"] as const;
export type ForwardKind = (typeof forwardKinds)[number];

export const defaultSshPort = 22;
/** Of one command on several hosts. */
export const maxRunHosts = 50;
/** Hosts on the way to a host. */
export const maxJumps = 4;

/** `user@host:port`, also `ssh://…` and `user@host -p port`; null when it is none. */
export function parseAddress(text: string): { username: string; address: string; port: number } | null {
  const bare = text
    .trim()
    .replace(/^ssh(?::\/\/|\s+)/, "")
    .replace(/\/$/, "");
  const found = /^(?:([^@\s]+)@)?(\[[0-9a-f:]+\]|[^\s:@[\]]+)(?::(\d{1,5})|\s+-p\s*(\d{1,5}))?$/i.exec(bare);
  if (found === null) return null;
  const [, username = "", host = "", colonPort, flagPort] = found;
  const port = Number(colonPort ?? flagPort ?? defaultSshPort);
  if (port < 1 || port > 65_535) return null;
  return { username, address: host.replace(/^\[(.*)\]$/, "$1"), port };
}
