import type { SftpAttributes } from "./protocol/packet";
import type { SftpSession } from "./protocol/sftp-session";
import { nullIfMissing } from "./protocol/sftp-status";
import { digestOf } from "./content-digest";
import { maxSeenBytes } from "./seen-contents";
import { kindOf } from "./sftp-entry";

/**
 * Removes a file from a trash that is at its old place as well, as a lost connection leaves it between the two steps that keep what is replaced, or that bring it back. The
 * protocol cannot tell that two names are one file: it is one of the same length, time, mode and content, of at most 1 MiB. A larger one stays in both places.
 */
export async function dropDouble(session: SftpSession, kept: string, origin: string): Promise<void> {
  const look = (path: string) => session.lstat(path).catch(nullIfMissing);
  const [one, other] = await Promise.all([look(kept), look(origin)]);
  if (one === null || other === null || !isAlike(one, other)) return;
  const { sizeBytes = 0 } = one;
  if (sizeBytes > maxSeenBytes) return;
  const [first, second] = await Promise.all([kept, origin].map((path) => digestOf(session, path, sizeBytes)));
  if (first === second) await session.remove(kept);
}

function isAlike(one: SftpAttributes, other: SftpAttributes): boolean {
  const isSame = (["sizeBytes", "mtimeS", "mode", "uid", "gid"] as const).every((key) => one[key] === other[key]);
  return isSame && kindOf(one) === "file";
}
