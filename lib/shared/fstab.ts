import { withoutTrailing } from "./without-trailing";
import { isWithin } from "./paths";

/** A line of fstab(5) that names something to mount. */
export type FstabEntry = {
  source: string;
  place: string;
  type: string;
  options: readonly string[];
  dump: number;
  /** In which order it is checked at boot; 0: not. */
  pass: number;
};
export type FstabLine = { text: string; entry: FstabEntry | null };

/** What a line may do to the next boot, or to those who can read the file. */
export const fstabWarnings = [
  "nofail",
  "device-name",
  "place-twice",
  "password",
  "fields",
  "no-root",
  "system-place",
] as const;
export type FstabWarning = { kind: (typeof fstabWarnings)[number]; line: number; name: string };

/** All at and below these is the machine's. */
const itsOwnPlaces = [
  "/bin",
  "/boot",
  "/dev",
  "/efi",
  "/etc",
  "/lib",
  "/lib32",
  "/lib64",
  "/libx32",
  "/proc",
  "/root",
  "/run",
  "/sbin",
  "/sys",
  "/usr",
] as const;
/** These are, what lies below them may be anybody's. */
const itsOwnTops: ReadonlySet<string> = new Set([
  "/",
  "/tmp",
  "/var",
  "/var/cache",
  "/var/lib",
  "/var/log",
  "/var/spool",
  "/var/tmp",
]);
/** Below `/run`, where desktops mount what is plugged in. */
export const mediaPlace = "/run/media";
const isBelow = (place: string, folder: string) => place !== folder && isWithin(place, folder);

/** Whether what would be mounted there would hide what the machine stands on. */
export function isSystemPlace(place: string): boolean {
  if (isBelow(place, mediaPlace)) return false;
  return itsOwnTops.has(place) || itsOwnPlaces.some((folder) => isWithin(place, folder));
}

/** A machine does not start properly without these, so that waiting for them is right. */
const systemPlaces = /^\/(?:$|usr(?:\/|$)|var(?:\/|$)|boot(?:\/|$)|efi(?:\/|$)|etc(?:\/|$)|opt$|srv$|home$|tmp$|root$)/;
/** Made by the kernel: nothing that could be away. */
const withoutDevice =
  /^(?:none|proc|sysfs|tmpfs|devtmpfs|devpts|debugfs|tracefs|securityfs|configfs|cgroup2?|hugetlbfs|mqueue|bpf|efivarfs|overlay|ramfs)$/;
/** Names that go to another disk when one is added or taken away. */
const byOrder = /^\/dev\/(?:sd|hd|vd|xvd|nvme|mmcblk|sr|dm-|md\d)/;

export function parseFstab(text: string): FstabLine[] {
  const lines = text.split("\n");
  if (lines.at(-1) === "") lines.pop();
  return lines.map((line) => ({ text: line, entry: parseLine(line) }));
}

function parseLine(line: string): FstabEntry | null {
  if (/^\s*(?:#|$)/.test(line)) return null;
  const [source, place, type, options, dump, pass] = line.trim().split(/[ \t]+/);
  if (source === undefined || place === undefined || type === undefined) return null;
  const number = (field = "0") => (/^\d+$/.test(field) ? Number(field) : 0);
  return {
    source: unescape(source),
    place: unescape(place),
    type,
    options: (options ?? "defaults")
      .split(",")
      .filter((option) => option !== "")
      .map(unescape),
    dump: number(dump),
    pass: number(pass),
  };
}

export function formatEntry({ source, place, type, options, dump, pass }: FstabEntry): string {
  const all = options.length === 0 ? "defaults" : options.map(escape).join(",");
  return [escape(source), escape(place), escape(type), all, dump, pass].join(" ");
}

/** The text with a line of it changed, or taken away (null), or with one more (index null); all others stay as they are, byte for byte. */
export function withEntry(text: string, index: number | null, entry: FstabEntry | null): string {
  const lines = parseFstab(text).map((line) => line.text);
  if (index === null) lines.push(...(entry === null ? [] : [formatEntry(entry)]));
  else lines.splice(index, 1, ...(entry === null ? [] : [formatEntry(entry)]));
  return lines.length === 0 ? "" : `${lines.join("\n")}\n`;
}

/** What should be thought about before it is saved. `before`: the text as it is now. Lines are counted from 1. */
export function warningsOf(text: string, before: string): FstabWarning[] {
  const lines = parseFstab(text);
  const found: FstabWarning[] = [];
  const places = new Set<string>();
  const known = new Set(parseFstab(before).map(({ entry }) => entry && lineKey(entry)));
  lines.forEach(({ text: raw, entry }, index) => {
    const say = (kind: FstabWarning["kind"], name: string) => found.push({ kind, line: index + 1, name });
    if (entry === null) {
      if (!/^\s*(?:#|$)/.test(raw)) say("fields", raw.trim().slice(0, 80));
      return;
    }
    if (needsNofail(entry) && !entry.options.some((option) => option === "nofail" || option === "noauto"))
      say("nofail", entry.place);
    // One that is there already is how the machine was installed.
    const place = withoutTrailing(entry.place, "/") || entry.place;
    if (place.startsWith("/") && isSystemPlace(place) && !known.has(lineKey(entry))) say("system-place", place);
    if (byOrder.test(entry.source)) say("device-name", entry.source);
    if (entry.options.some((option) => /^(?:password|pass)=/.test(option))) say("password", entry.place);
    if (entry.place.startsWith("/") && places.has(entry.place)) say("place-twice", entry.place);
    places.add(entry.place);
  });
  const hasTop = (all: readonly FstabLine[]) => all.some(({ entry }) => entry?.place === "/");
  if (hasTop(parseFstab(before)) && !hasTop(lines)) found.push({ kind: "no-root", line: 0, name: "/" });
  return found;
}

/** What is mounted where: other options make no other mount. */
const lineKey = ({ source, place }: FstabEntry) => `${source} ${place}`;

/** Whether the machine would wait at boot for something that it can do without. */
export function needsNofail({ source, place, type }: Pick<FstabEntry, "source" | "place" | "type">): boolean {
  if (type === "swap" || place === "none" || withoutDevice.test(source) || withoutDevice.test(type)) return false;
  if (/^\/(?!\/|dev\/)/.test(source)) return false; // a folder or an image of this machine
  return !systemPlaces.test(place);
}

/** Blanks, tabs, line ends, backslashes, and a # in front, which would be a comment. */
function escape(text: string): string {
  const safe = text.replace(/[\\ \t\n\r]/g, octal);
  return safe.startsWith("#") ? octal("#") + safe.slice(1) : safe;
}
const octal = (sign: string) => `\\${sign.charCodeAt(0).toString(8).padStart(3, "0")}`;
const unescape = (text: string) =>
  text.replace(/\\([0-7]{3})/g, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 8)));
