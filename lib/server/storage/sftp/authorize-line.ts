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
    const wanted = keyOf(line);
    if (
      known
        .toString("latin1")
        .split("\n")
        .some((one) => keyOf(one) === wanted)
    )
      return false;
    const isOpen = known.length > 0 && known.at(-1) !== 0x0a;
    await session.write(handle, known.length, Buffer.from(`${isOpen ? "\n" : ""}${line}\n`));
    if (session.offers("fsync@openssh.com")) await session.fsync(handle);
    return true;
  } finally {
    await session.close(handle).catch(() => {}); // the session is over
  }
}

const keyPattern = /^((?:sk-)?(?:ssh|ecdsa)-\S+)\s+(\S+)/;

/**
 * The key that a line of `authorized_keys` lets in, as sshd reads it (sshd(8)): first without options, then behind them. Null for a comment, and for an authority, whose
 * own key lets nobody in.
 */
function keyOf(line: string): string | null {
  const text = line.trim();
  if (text.startsWith("#")) return null;
  const options = keyPattern.test(text) ? "" : optionsOf(text);
  const [, type, key] = keyPattern.exec(text.slice(options.length).trimStart()) ?? [];
  return type === undefined || /(?:^|,)cert-authority(?:,|$)/i.test(options) ? null : `${type} ${key}`;
}

/** Up to the first space that is not in quotation marks. */
function optionsOf(text: string): string {
  let isQuoted = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === "\\" && text[at + 1] === '"') at++;
    else if (sign === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (sign === " " || sign === "\t")) return text.slice(0, at);
  }
  return text;
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
