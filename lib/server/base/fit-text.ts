/** What the audit log has room for, in UTF-16 units. `changed`: of the changes what a service tells of; the rest is for what else it was given. */
export const auditRoom = { target: 1024, changes: 4096, changed: 3584 } as const;

/** Less says nothing beside the count of what was left out. */
const minItem = 32;

/** How many were left out, of characters or of entries. */
const leftOut = (count: number): string => `…(${count})`;

/** `beginning…(1234)…end`: a path has its name at its end, and nobody hides that, or the end of a command, behind what comes before it. Less than 32 is taken as 32. */
export function fitText(text: string, max: number): string {
  if (text.length <= max) return text;
  const room = Math.max(max, minItem) - `${leftOut(text.length)}…`.length;
  const [head, tail] = [Math.floor(room / 2), Math.ceil(room / 2)];
  return `${text.slice(0, head).toWellFormed()}${leftOut(text.length - room)}…${text.slice(-tail).toWellFormed()}`;
}

/** `from → to`, of which neither takes the other's room. */
export function fitPair(from: string, to: string, max: number = auditRoom.target): string {
  const [fromRoom = 0, toRoom = 0] = shareRoom([from.length, to.length], max - 3);
  return `${fitText(from, fromRoom)} → ${fitText(to, toRoom)}`;
}

/** `a, b, …(18)`. Where not all have room the shortest are told first, so that nobody hides many behind a few long ones, and none takes more than an eighth. */
export function fitList(items: readonly string[], max: number): string {
  const whole = items.join(", ");
  if (whole.length <= max) return whole;
  const most = Math.max(minItem, Math.floor(max / 8));
  const fitting: string[] = [];
  let room = max - `, ${leftOut(items.length)}`.length;
  for (const item of items.map((one) => fitText(one, most)).toSorted((a, b) => a.length - b.length)) {
    room -= item.length + 2;
    if (room < -2) break;
    fitting.push(item);
  }
  const rest = items.length - fitting.length;
  return [...fitting, ...(rest > 0 ? [leftOut(rest)] : [])].join(", ");
}

/** What each may take of the room: those that need less than an even share leave the rest of it to the others. */
export function shareRoom(needed: readonly number[], room: number): number[] {
  const shares = needed.map(() => 0);
  let left = room;
  const rising = [...needed.entries()].toSorted(([, a], [, b]) => a - b);
  for (const [place, [at, length]] of rising.entries()) {
    const share = Math.min(length, Math.floor(left / (rising.length - place)));
    shares[at] = share;
    left -= share;
  }
  return shares;
}

/**
 * A line for each entry while there are no more than `most`; of more several to a line, long ones shortened so that each is told. Past what even so has no
 * room the last line says how many.
 */
export function fitLines(items: readonly string[], most: number, max: number = auditRoom.target): string[] {
  if (items.length <= most) return items.map((item) => fitText(item, max));
  const perLine = Math.ceil(items.length / most);
  const itemRoom = Math.max(minItem, Math.floor((max + 2) / perLine) - 2);
  const lines: string[][] = [];
  let room = 0;
  for (const item of items.map((one) => fitText(quoted(one), itemRoom))) {
    if (item.length + 2 > room) {
      lines.push([]);
      room = max + 2;
    }
    lines.at(-1)?.push(item);
    room -= item.length + 2;
  }
  const told = lines.slice(0, most);
  const rest = items.length - told.reduce((sum, line) => sum + line.length, 0);
  return [...told.map((line) => line.join(", ")), ...(rest > 0 ? [leftOut(rest)] : [])];
}

/** Where it would be taken for more than one, or for what was left out. */
function quoted(item: string): string {
  return /, |…/.test(item) ? JSON.stringify(item) : item;
}
