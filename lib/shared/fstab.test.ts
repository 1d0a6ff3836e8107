import { expect, test } from "vitest";
import { formatEntry, needsNofail, parseFstab, warningsOf, withEntry, type FstabEntry } from "./fstab";

const text = `# /etc/fstab: static file system information.
UUID=aaaa-1 /               ext4    errors=remount-ro 0       1

UUID=bbbb-2\t/mnt/my\\040disk\txfs\tdefaults,nofail\t0\t2
this is
/swap.img none swap sw 0 0
`;
const entry: FstabEntry = {
  source: "UUID=cccc",
  place: "/mnt/new",
  type: "ext4",
  options: ["noatime", "nofail"],
  dump: 0,
  pass: 2,
};

test("lines with something to mount are understood, all others kept", () => {
  const lines = parseFstab(text);
  expect(lines.map((line) => line.entry?.place ?? null)).toEqual([null, "/", null, "/mnt/my disk", null, "none"]);
  expect(lines[3]?.entry).toMatchObject({ source: "UUID=bbbb-2", options: ["defaults", "nofail"], pass: 2 });
  expect(lines.map((line) => line.text).join("\n")).toBe(text.trimEnd());
});

test("a line is added, changed, taken away, and nothing else is touched", () => {
  const line = "UUID=cccc /mnt/new ext4 noatime,nofail 0 2";
  expect(withEntry(text, null, entry)).toBe(`${text}${line}\n`);
  expect(withEntry(text, 3, entry)).toBe(text.replace(/^UUID=bbbb.*$/m, line));
  expect(withEntry(text, 5, null)).toBe(text.replace(/^\/swap.*\n/m, ""));
  expect(withEntry(text.trimEnd(), null, entry)).toBe(`${text}${line}\n`);
  expect(withEntry("", null, entry)).toBe(`${line}\n`);
});

test.each([
  "-rf",
  "--help",
  'a "b" c',
  "line\nUUID=evil / ext4 defaults 0 0",
  "tab\there",
  "back\\040slash",
  "#no",
  "é",
])("a name like %j stays in its field", (name) => {
  const hostile = { ...entry, source: name, place: `/mnt/${name}` };
  expect(parseFstab(formatEntry(hostile))).toEqual([{ text: formatEntry(hostile), entry: hostile }]);
});

test("what could keep the machine from booting is said", () => {
  const kinds = (line: string) => warningsOf(line, "").map(({ kind }) => kind);
  expect(kinds("UUID=a /mnt/a ext4 defaults 0 2")).toEqual(["nofail"]);
  expect(kinds("UUID=a /mnt/a ext4 defaults,nofail 0 2")).toEqual([]);
  expect(kinds("UUID=a /mnt/a ext4 noauto 0 2")).toEqual([]);
  expect(kinds("nas:/x /media/nas nfs defaults 0 0")).toEqual(["nofail"]);
  expect(kinds("/dev/sdb1 /mnt/a ext4 nofail 0 2")).toEqual(["device-name"]);
  expect(kinds("//nas/x /mnt/a cifs nofail,password=secret 0 0")).toEqual(["password"]);
  expect(kinds("UUID=a /mnt/a ext4 nofail\nUUID=b /mnt/a ext4 nofail")).toEqual(["place-twice"]);
  expect(kinds("UUID=a /\n")).toEqual(["fields"]);
  expect(warningsOf(text, text).map(({ kind }) => kind)).toEqual(["fields"]);
  expect(warningsOf("# nothing\n", text)).toEqual([{ kind: "no-root", line: 0, name: "/" }]);
});

test.each([
  ["/", "UUID=a", "ext4", false],
  ["/boot/efi", "UUID=a", "vfat", false],
  ["/home", "UUID=a", "ext4", false],
  ["/home/films", "UUID=a", "ext4", true],
  ["/mnt/x", "tmpfs", "tmpfs", false],
  ["/mnt/x", "/srv/x", "none", false],
  ["/mnt/x", "//nas/x", "cifs", true],
  ["none", "/dev/sda3", "swap", false],
])("%s of %s (%s) can be done without at boot: %s", (place, source, type, expected) => {
  expect(needsNofail({ place, source, type })).toBe(expected);
});

test("warns of a new line for a place that the machine stands on, as mounting by hand does", () => {
  const installed = "UUID=a / ext4 defaults 0 1\nUUID=b /usr ext4 defaults 0 2\nUUID=c /boot/efi vfat umask=0077 0 1\n";
  const kinds = (text: string) =>
    warningsOf(text, installed)
      .filter(({ kind }) => kind === "system-place")
      .map(({ line, name }) => [line, name]);
  expect(kinds(installed)).toEqual([]);
  expect(kinds(installed.replace("/usr ext4 defaults", "/usr ext4 noatime"))).toEqual([]);
  for (const place of ["/usr", "/usr/", "/usr/lib", "/etc", "/var/lib", "/run/x", "/"])
    expect([place, kinds(`${installed}UUID=d ${place} ext4 nofail 0 2\n`)]).toEqual([
      place,
      [[4, place === "/" ? "/" : place.replace(/\/$/, "")]],
    ]);
  for (const place of ["/srv/data", "/var/lib/docker", "/run/media/mia/stick", "/home", "none"])
    expect([place, kinds(`${installed}UUID=d ${place} ext4 nofail 0 2\n`)]).toEqual([place, []]);
});
