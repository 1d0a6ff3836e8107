import type { ServerState } from "@/lib/contracts/about";
import { certificateDays } from "@/lib/shared/programs";
import { usedOf, usedShare } from "@/lib/shared/volume-use";

const mib = 1024 * 1024;
const dayMs = 86_400_000;
/** Shares that are used. */
const [scarce, low] = [0.98, 0.9];
const oldBackupDays = 30;
const wrongClockMs = 30_000;

export type Tone = "ok" | "info" | "warn" | "bad";
/** `text` names the words for it, beside its title. */
export type Check =
  | { id: "space"; tone: Tone; text: "enough" | "low" }
  | { id: "backup"; tone: Tone; text: "failed" | "exposed" | "never" | "old" | "fresh" }
  | { id: "clock"; tone: Tone; text: "differs" | "notSet" | "right" }
  | { id: "connection"; tone: Tone; text: "secure" | "plain" | "local" }
  | { id: "proxy"; tone: Tone; text: "secret" | "address" | "signIn" }
  | { id: "certificate"; tone: Tone; text: "valid" | "expires" | "expired" }
  | { id: "confinement"; tone: Tone; text: "bwrap" | "landlock" | "none" }
  | { id: "docker"; tone: Tone; text: "reachable" | "away" }
  | { id: "systemd"; tone: Tone; text: "running" | "degraded" | "none" }
  | { id: "host"; tone: Tone; text: "open" | "closed" };

/** What there is to be said about how the server is. `browserNow`: when the answer came, by the browser's clock. */
export function checksOf(state: ServerState, browserNow: number): readonly Check[] {
  const { data, database, connection, confinement, docker, systemd, host_needs: needs } = state;
  const share = usedShare({ used: usedOf(data), available: data.available }) ?? 0;
  const backupAge = database.last_backup_at === null ? null : state.now - database.last_backup_at;
  const isLocal = /^(?:localhost|127\.|\[::1\])/.test(connection.host);
  return [
    {
      id: "space",
      tone: share > scarce || data.available < 256 * mib ? "bad" : share > low ? "warn" : "ok",
      text: share > low || data.available < 256 * mib ? "low" : "enough",
    },
    database.has_backup_failed
      ? { id: "backup", tone: "bad", text: "failed" }
      : database.is_backup_exposed
        ? { id: "backup", tone: "bad", text: "exposed" }
        : backupAge === null
          ? { id: "backup", tone: "warn", text: "never" }
          : backupAge > oldBackupDays * dayMs
            ? { id: "backup", tone: "warn", text: "old" }
            : { id: "backup", tone: "ok", text: "fresh" },
    Math.abs(state.now - browserNow) > wrongClockMs
      ? { id: "clock", tone: "warn", text: "differs" }
      : state.is_clock_synchronized === false
        ? { id: "clock", tone: "warn", text: "notSet" }
        : { id: "clock", tone: "ok", text: "right" },
    connection.is_secure
      ? { id: "connection", tone: "ok", text: "secure" }
      : isLocal
        ? { id: "connection", tone: "info", text: "local" }
        : { id: "connection", tone: "bad", text: "plain" },
    ...proxyCheck(connection),
    ...certificateCheck(connection.certificate, state.now),
    confinement.has_bwrap
      ? { id: "confinement", tone: "ok", text: "bwrap" }
      : confinement.has_landlock
        ? { id: "confinement", tone: "ok", text: "landlock" }
        : { id: "confinement", tone: "warn", text: "none" },
    docker.is_reachable
      ? { id: "docker", tone: "ok", text: "reachable" }
      : { id: "docker", tone: "info", text: "away" },
    systemd === null
      ? { id: "systemd", tone: "info", text: "none" }
      : systemd === "degraded"
        ? { id: "systemd", tone: "warn", text: "degraded" }
        : { id: "systemd", tone: "ok", text: "running" },
    ...(needs === null
      ? []
      : [
          needs.length === 0
            ? ({ id: "host", tone: "ok", text: "open" } as const)
            : ({ id: "host", tone: "info", text: "closed" } as const),
        ]),
  ];
}

/** Where one is trusted. */
function proxyCheck({ trusted_proxies, has_proxy_secret, is_named_by_proxy }: ServerState["connection"]): Check[] {
  if (trusted_proxies.length === 0) return [];
  if (has_proxy_secret) return [{ id: "proxy", tone: "ok", text: "secret" }];
  return is_named_by_proxy
    ? [{ id: "proxy", tone: "bad", text: "signIn" }]
    : [{ id: "proxy", tone: "info", text: "address" }];
}

/** In a container that was not given all that managing its host takes. */
export function lacksHost({ docker, host_needs: needs }: Pick<ServerState, "docker" | "host_needs">): boolean {
  return needs !== null && (needs.length > 0 || !docker.is_reachable);
}

/** None, where somebody else has it. */
function certificateCheck(certificate: ServerState["connection"]["certificate"], now: number): Check[] {
  if (certificate === null) return [];
  const left = certificate.expires_at - now;
  if (left <= 0) return [{ id: "certificate", tone: "bad", text: "expired" }];
  const isShort = left < certificateDays * dayMs;
  return [{ id: "certificate", tone: isShort ? "warn" : "ok", text: isShort ? "expires" : "valid" }];
}
