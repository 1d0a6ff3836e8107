import { isUnfinishedFile, runId, runOfTemporary } from "@/lib/server/storage/own-names";
import { joinPlace } from "@/lib/server/storage/scope";
import type { Named } from "./read-names";
import { kindOf } from "./sftp-entry";
import type { Found } from "./sftp-resolver";

/** Longer than any write takes, and than clocks differ. */
const staleMs = 7 * 86_400_000;
const maxAtOnce = 20;

/**
 * Removes what an earlier run of the server left in a folder that somebody looks at and may write to: a host has no journal that the next start could read. Parts of uploads
 * are not among it, their records know them.
 */
export async function sweepStale({ host, path, access, root }: Found, names: readonly Named[]): Promise<void> {
  if (access !== "write" || !root.writable) return;
  const isStale = ({ name, attributes }: Named) => {
    const run = isUnfinishedFile(name) ? runOfTemporary(name) : null;
    return run !== null && run !== runId && (attributes.mtimeS ?? Infinity) * 1000 < Date.now() - staleMs;
  };
  const stale = names.filter(isStale).slice(0, maxAtOnce);
  // Not removed now, it is the next time.
  await Promise.all(
    stale.map(({ name, attributes }) => {
      const one = joinPlace(path, name);
      return (kindOf(attributes) === "folder" ? host.session.rmdir(one) : host.session.remove(one)).catch(() => {});
    }),
  );
}
