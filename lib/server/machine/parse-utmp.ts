/** Who is at a terminal of the machine, or came in by SSH. */
export type Login = {
  username: string;
  /** Such as `tty1` and `pts/0`. */
  line: string;
  /** Null: at the machine itself. */
  from: string | null;
  sinceMs: number;
};

/** Of utmp(5): a user's process, in the only kind of record that tells of a login. */
const userProcess = 7;
/** glibc keeps the times of most 64-bit machines in 32 bits, for the sake of old programs; these never had any. */
const wideTimes: ReadonlySet<string> = new Set(["arm64", "riscv64", "loong64"]);

/** The records of /run/utmp, the newest first. `architecture` as Node names it. */
export function parseUtmp(bytes: Buffer, architecture: string): Login[] {
  const isWide = wideTimes.has(architecture);
  const recordBytes = isWide ? 400 : 384;
  const logins: Login[] = [];
  for (let at = 0; at + recordBytes <= bytes.length; at += recordBytes) {
    if (bytes.readInt16LE(at) !== userProcess) continue;
    const [line, username, from] = [text(bytes, at + 8, 32), text(bytes, at + 44, 32), text(bytes, at + 76, 256)];
    const seconds = isWide ? Number(bytes.readBigInt64LE(at + 344)) : bytes.readUInt32LE(at + 340);
    // Screens of X call themselves a place.
    if (username !== "")
      logins.push({ username, line, from: /^(?::\d+(?:\.\d+)?)?$/.test(from) ? null : from, sinceMs: seconds * 1000 });
  }
  return logins.sort((a, b) => b.sinceMs - a.sinceMs);
}

function text(bytes: Buffer, start: number, length: number): string {
  const field = bytes.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString("utf8", 0, end < 0 ? length : end);
}

/** One file of /run/systemd/sessions: the same where there is no utmp any more; null for a session of no person. */
export function parseLoginSession(text: string): Login | null {
  const fields = new Map([...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, name = "", value = ""]) => [name, value]));
  const username = fields.get("USER");
  const isPerson = fields.get("CLASS")?.startsWith("user") === true && fields.get("CLASS") !== "user-incomplete";
  if (username === undefined || !isPerson || fields.get("STATE") === "closing") return null;
  const line = fields.get("TTY") ?? fields.get("DISPLAY") ?? fields.get("SERVICE");
  if (line === undefined) return null;
  return {
    username,
    line,
    from: fields.get("REMOTE_HOST") ?? null,
    sinceMs: Number(fields.get("REALTIME") ?? 0) / 1000,
  };
}
