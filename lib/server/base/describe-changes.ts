import { auditRoom, fitList, fitText, shareRoom } from "./fit-text";
import { toldValue } from "./told-fields";

type Fields = Readonly<Record<string, unknown>>;

/** What the audit log tells of a change. `of`: the fields that it is about, also of those that stay as they are; of others that were sent it tells besides. */
export type Changes = { text: string; of: readonly string[] };

/** Of a secret no more than whether there was one and is one; `given`: undefined where it stays, null where it goes. */
export function secretSides(was: boolean, given: unknown): { before: string | null; after: string | null } {
  const before = was ? "set" : null;
  return { before, after: given === undefined ? before : given === null ? null : was ? "set again" : "set" };
}

export const noChanges: Changes = { text: "", of: [] };

/** As the input has them, where that has other names. */
export const alsoOf = ({ text, of }: Changes, ...names: readonly string[]): Changes => ({
  text,
  of: [...of, ...names],
});

/** Which rights were given is told as a whole: there are no more of them than half the room holds. */
const rights = "auth_list";

/**
 * What a change did, for the audit log: `disabled: false → true; auth_list: +file_read, −terminal; quota_bytes`. Lists of texts say what came and what
 * went, single values what they were and are; of everything else that differs the name alone. Bounded, each field by itself: what fills one leaves the
 * others their room. Only of fields that are no secrets: others by {@link describeFields}.
 */
export function describeChanges(before: Fields, after: Fields): Changes {
  const names = namesOfChanged(before, after);
  const parts = names.map((name) => describeChange(name, before[name], after[name]));
  return { text: fitParts(names, parts), of: Object.keys({ ...before, ...after }) };
}

/**
 * The same of fields that may hold secrets, of each what may be told of it (./told-fields.ts): `max_days: 7 → 30; url: https://a.example → https://b.example; secret`.
 * Those that keep secrets, `sealed_…`, have the name that the form has for them; those of several settings are named `setting.field`.
 */
export function describeFields(before: Fields, after: Fields): Changes {
  const names = namesOfChanged(before, after);
  const parts = names.map((name) => {
    const field = name.slice(name.lastIndexOf(".") + 1);
    const [was, is] = [toldValue(field, before[name]), toldValue(field, after[name])];
    const isTold = JSON.stringify(was) !== JSON.stringify(is);
    return describeChange(unsealed(name), isTold ? was : undefined, isTold ? is : undefined);
  });
  return { text: fitParts(names, parts), of: Object.keys({ ...before, ...after }).map(unsealed) };
}

/** What a call was given, of what may be told of it: `permanent: true; password`. */
export function describeGiven(fields: Fields, room: number, of?: string): string {
  const parts = Object.entries(fields).map(([name, value]) => givenPart(name, toldValue(name, value, of)));
  return fitParts(Object.keys(fields), parts, room);
}

/** What the service has told of, and of all else that it was given. */
export function joinChanges({ text }: Changes, given: (room: number) => string): string {
  if (text === "") return given(auditRoom.changes);
  const more = given(auditRoom.changes - Math.min(text.length, auditRoom.changed) - 2);
  return more === "" ? text : `${fitText(text, auditRoom.changed)}; ${more}`;
}

const unsealed = (name: string): string => name.replace(/^sealed_/, "");

/** Each field by itself: what fills one leaves the others their room. */
function fitParts(names: readonly string[], parts: readonly Part[], most: number = auditRoom.changed): string {
  const lengths = parts.map((part) => part(Number.POSITIVE_INFINITY).length);
  const room = most - Math.max(0, 2 * (names.length - 1));
  const ofRights = lengths[names.indexOf(rights)] ?? 0;
  const first = Math.min(ofRights, Math.floor(room / 2));
  const shares = shareRoom(
    lengths.map((length, at) => (names[at] === rights ? 0 : length)),
    room - first,
  );
  return parts.map((part, at) => part(names[at] === rights ? first : (shares[at] ?? 0))).join("; ");
}

type Part = (room: number) => string;

function describeChange(name: string, was: unknown, is: unknown): Part {
  if (isTexts(was) && isTexts(is)) return listChange(name, was, is);
  const [from, to] = [shownValue(was), shownValue(is)];
  if (from === null || to === null) return (room) => fitText(name, room);
  const start = `${name}: `;
  return (room) => {
    const needed = [from, to].map((side) => side(Number.POSITIVE_INFINITY).length);
    const [fromRoom = 0, toRoom = 0] = shareRoom(needed, room - start.length - 3);
    return `${start}${from(fromRoom)} → ${to(toRoom)}`;
  };
}

function givenPart(name: string, value: unknown): Part {
  const shown = shownValue(value);
  return (room) => (shown === null ? fitText(name, room) : `${name}: ${shown(room - name.length - 2)}`);
}

/** Null: no more than the name is told of it. A list is one of texts where there was none before, or is none after: nothing is cut out of its middle either. */
function shownValue(value: unknown): Part | null {
  if (isTexts(value)) return (room) => (value.length === 0 ? "[]" : fitList(value.map(shown), room));
  return isValue(value) ? (room) => fitText(shown(value), room) : null;
}

/** `paths: +/srv/a, −/srv/b`. The name alone where nothing came or went. */
function listChange(name: string, before: readonly string[], after: readonly string[]): Part {
  const [old, now] = [new Set(before), new Set(after)];
  const items = [
    ...[...now].filter((item) => !old.has(item)).map((item) => `+${shown(item)}`),
    ...[...old].filter((item) => !now.has(item)).map((item) => `−${shown(item)}`),
  ];
  if (items.length === 0) return (room) => fitText(name, room);
  const start = `${name}: `;
  return (room) => `${start}${fitList(items, room - start.length)}`;
}

function namesOfChanged(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

/** Quoted where it would be taken for more than one, or for something else. */
function shown(value: string | number | boolean | null): string {
  if (value === null) return "–";
  const text = String(value);
  return /[,;"→…]|\p{C}|^$|^\s|\s$/u.test(text) ? JSON.stringify(text) : text;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isValue(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
