/** A capability of Linux as Docker names it, without the prefix; ALL for all of them. */
const pattern = /^[A-Z][A-Z_]{1,40}$/;

/** `cap_net_admin` and `NET_ADMIN` are the same; null for what can be none. */
export function parseCapability(text: string): string | null {
  const name = text.trim().toUpperCase().replace(/^CAP_/, "");
  return pattern.test(name) ? name : null;
}

/** What Docker gives every container: one that names it gets no more. */
export const usualCapabilities: ReadonlySet<string> = new Set(
  "AUDIT_WRITE CHOWN DAC_OVERRIDE FOWNER FSETID KILL MKNOD NET_BIND_SERVICE NET_RAW SETFCAP SETGID SETPCAP SETUID SYS_CHROOT".split(
    " ",
  ),
);
