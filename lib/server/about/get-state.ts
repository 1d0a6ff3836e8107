import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { aboutContract, ServerState } from "@/lib/contracts/about";
import { backupCommandCode } from "@/lib/contracts/audited-actions";
import { isAppError } from "@/lib/shared/errors";
import { hasExposedBackup } from "@/lib/server/backup/has-exposed-backup";
import { isBelieved } from "@/lib/server/base/proxy-trust";
import { backupSetting, backupState } from "@/lib/server/backup/backup-setting";
import type { Db } from "@/lib/server/db/open-db";
import { askDocker } from "@/lib/server/docker/ask-docker";
import type { Service } from "@/lib/server/http/service";
import { ownCertificate } from "@/lib/server/http/own-certificate";
import { describeMachine } from "@/lib/server/machine/describe-machine";
import { readSpace } from "@/lib/server/machine/read-space";
import { parseCgroup } from "@/lib/server/machine/processes/parse-cgroup";
import { readProc } from "@/lib/server/machine/read-proc";
import { fileBytes } from "@/lib/server/machine/text-file";
import { findHostNeeds } from "@/lib/server/process/host-access";
import { landlockAbi } from "@/lib/server/process/landlock/landlock-abi";
import { findProgram } from "@/lib/server/process/find-program";
import { programPaths } from "@/lib/server/process/programs";
import { isNamedByProxy } from "@/lib/server/session/proxy-name";
import { getApp } from "@/lib/server/runtime/app";
import { whyNoLandlock } from "@/lib/server/terminal/confined/open-landlocked";
import { runOnHost } from "./programs";

const dockerMs = 3_000;
/** The folder may be on a machine that does not answer. */
const exposureMs = 3_000;

export const getState: Service<typeof aboutContract.getState> = async (_, { db, request }) => {
  const { version, env } = getApp();
  const [machine, space, bytes, backup, docker, systemd, clock, host_needs, bwrap, is_backup_exposed] =
    await Promise.all([
      describeMachine(),
      readSpace(env.dataDir),
      fileBytes(path.join(env.dataDir, "filedeck.db")),
      db.audit.findFirst({ where: { action: backupCommandCode, outcome: "success" }, orderBy: { id: "desc" } }),
      askForDocker(),
      runOnHost("systemctl", ["is-system-running"]),
      runOnHost("timedatectl", ["show", "--property=NTPSynchronized", "--value"]),
      findHostNeeds(),
      programPaths("bwrap").then(findProgram),
      isBackupExposed(db),
    ]);
  return {
    version,
    node: process.versions.node,
    system: machine.system ?? "",
    kernel: machine.kernel,
    architecture: machine.architecture,
    installation: host_needs === null ? (isOfSystemd() ? "service" : "plain") : "image",
    started_at: Math.round(Date.now() - process.uptime() * 1000),
    now: Date.now(),
    memory_bytes: process.memoryUsage.rss(),
    data: {
      path: env.dataDir,
      total: space.totalBytes,
      free: space.freeBytes,
      available: space.availableBytes,
    },
    database: { bytes: bytes ?? 0, ...backupsOf(backup?.at.getTime() ?? null), is_backup_exposed },
    is_clock_synchronized: clock === "yes" ? true : clock === "no" ? false : null,
    connection: {
      is_secure: request.secure,
      way: !request.secure ? "plain" : env.tls === null || isBelieved(request.trust) ? "proxy" : "own",
      port: env.port,
      certificate: describeCertificate(),
      address: request.address,
      host: request.host,
      public_url: env.publicUrl?.href ?? null,
      trusted_proxies: env.trustedProxies,
      has_proxy_secret: env.proxySecret !== null,
      is_named_by_proxy: isNamedByProxy(),
    },
    docker,
    systemd: systemd !== null && /^[a-z]+$/.test(systemd) && systemd !== "offline" ? systemd : null,
    host_needs,
    confinement: { has_bwrap: bwrap !== null, landlock: landlockAbi(), has_landlock: whyNoLandlock() === null },
  };
};

function describeCertificate(): ServerState["connection"]["certificate"] {
  const certificate = ownCertificate();
  if (certificate === null) return null;
  const { names, issuer, isSelfSigned, expiresAtMs } = certificate;
  return { names: [...names], issuer, is_self_signed: isSelfSigned, expires_at: expiresAtMs };
}

/** False where that is not known in time. */
function isBackupExposed(db: Db): Promise<boolean> {
  return Promise.race([hasExposedBackup(db), wait(exposureMs, false, { ref: false })]);
}

/** `commandAt`: when the command made the last one. */
function backupsOf(commandAt: number | null) {
  const { last, last_done_at: doneAt } = backupState.get();
  const at = Math.max(commandAt ?? 0, doneAt ?? 0);
  const hasFailed = backupSetting.get().on && last !== null && last.problem !== null;
  return { last_backup_at: at === 0 ? null : at, has_backup_failed: hasFailed };
}

async function askForDocker(): Promise<ServerState["docker"]> {
  try {
    const { Version } = await askDocker("", (docker) => docker.version(), { patienceMs: dockerMs });
    return { is_reachable: true, version: Version, said: "" };
  } catch (error) {
    return { is_reachable: false, version: null, said: isAppError(error) ? error.key : "" };
  }
}

/** Whether systemd has started it as a service, or somebody by hand. */
function isOfSystemd(): boolean {
  return parseCgroup(readProc("/proc/self/cgroup") ?? "").unit?.endsWith(".service") === true;
}
