import { AppError } from "@/lib/shared/errors";
import { openFlags, type SftpHandle, type SftpSession } from "./protocol/sftp-session";
import { asAppError, nullIfMissing } from "./protocol/sftp-status";

/** Longer ones are no list of keys. */
const maxBytes = 1_048_576;
const folderMode = 0o700;
const fileMode = 0o600;

/**
 * Adds the public half of a key to an account's `~/.ssh/authorized_keys`, which is made if need be; what is there stays. False: the key is there already,
 * whatever options or comment it has. `home`: on the server. Throws file/too-large for a file of more than a megabyte, and as other writing does.
 */
export function authorizeLine(session: SftpSession, { home, line }: { home: string; line: string }): Promise<boolean> {
  return asAppError(addLine(session, { folder: `${home}/.ssh`, line }));
}

async function addLine(session: SftpSession, { folder, line }: { folder: string; line: string }): Promise<boolean> {
  if ((await session.lstat(folder).catch(nullIfMissing)) === null) {
    await session.mkdir(folder);
    await session.setstat(folder, { mode: folderMode });
  }
  const { read, write, create } = openFlags;
  const handle = await session.open(`${folder}/authorized_keys`, read | write | create, { mode: fileMode });
  try {
    const known = await readText(session, handle);
    const [type = "", key = ""] = line.split(" ");
    if (known.toString("latin1").includes(`${type} ${key}`)) return false;
    const isOpen = known.length > 0 && known.at(-1) !== 0x0a;
    await session.write(handle, known.length, Buffer.from(`${isOpen ? "\n" : ""}${line}\n`));
    if (session.offers("fsync@openssh.com")) await session.fsync(handle);
    return true;
  } finally {
    await session.close(handle).catch(() => {}); // the session is over
  }
}

async function readText(session: SftpSession, handle: SftpHandle): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for (let bytes = 0; ;) {
    const piece = await session.read(handle, bytes, session.limits.readBytes);
    if (piece === null) return Buffer.concat(pieces);
    bytes += piece.length;
    if (bytes > maxBytes) throw new AppError("file/too-large");
    pieces.push(piece);
  }
}
