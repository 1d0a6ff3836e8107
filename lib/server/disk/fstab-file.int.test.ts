import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { parseFstab, withEntry } from "@/lib/shared/fstab";
import { readFstab, saveFstab } from "./fstab-file";

let dir: string;
let file: { path: string; backup: string };
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), "filedeck-fstab-"));
  file = { path: path.join(dir, "fstab"), backup: path.join(dir, "fstab.before-filedeck") };
});
afterEach(() => rmSync(dir, { recursive: true, force: true }));

const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => (isAppError(error) ? error.key : String(error)),
  );
/** As the page has it: one line changed. */
async function change(size: string) {
  const { text, etag } = await readFstab(file);
  const at = parseFstab(text).findIndex(({ entry }) => entry?.source === "tmpfs");
  const entry = parseFstab(text)[at]?.entry;
  if (!entry) throw new Error("there is no such line");
  return saveFstab(file, { text: withEntry(text, at, { ...entry, options: [`size=${size}`] }), etag });
}
const latin = (size: string) =>
  Buffer.concat([
    Buffer.from("# Backup für Müller, 5 \x80\r\n", "latin1"),
    Buffer.from("UUID=aaaa /srv/Bücher ext4 nofail 0 2\n", "latin1"),
    Buffer.from("# naïve, in UTF-8\n"),
    Buffer.from(`tmpfs /srv/t tmpfs size=${size} 0 0\n`),
  ]);

test.runIf(process.getuid?.() === 0)(
  "lines that nobody touched stay byte for byte, whatever they are written in, and so does the copy",
  async () => {
    writeFileSync(file.path, latin("1m"));
    await change("2m");
    expect(readFileSync(file.path).toString("latin1")).toBe(latin("2m").toString("latin1"));
    expect(readFileSync(file.backup).toString("latin1")).toBe(latin("1m").toString("latin1"));
    expect(lstatSync(file.backup).mode & 0o777).toBe(0o600);

    // Letters that it cannot have are not replaced by others.
    const { text, etag } = await readFstab(file);
    expect(await keyOf(saveFstab(file, { text: `${text}# 日本\n`, etag }))).toBe("file/encoding");
    // Nor is a change of bytes missed that look the same when they are no text.
    writeFileSync(file.path, Buffer.concat([latin("2m"), Buffer.from([0x23, 0xff, 0x0a])]));
    const seen = await readFstab(file);
    writeFileSync(file.path, Buffer.concat([latin("2m"), Buffer.from([0x23, 0xfe, 0x0a])]));
    expect(await keyOf(saveFstab(file, seen))).toBe("disk/changed");
    expect(readFileSync(file.path).at(-2)).toBe(0xfe);
  },
);

test.runIf(process.getuid?.() === 0)("a link stays one: its file is written, with its rights", async () => {
  const real = path.join(dir, "etc", "real");
  mkdirSync(path.dirname(real));
  writeFileSync(real, latin("1m"));
  chmodSync(real, 0o640);
  symlinkSync("etc/real", file.path);
  await change("3m");
  expect(lstatSync(file.path).isSymbolicLink()).toBe(true);
  expect(readFileSync(real).equals(latin("3m"))).toBe(true);
  expect(lstatSync(real).mode & 0o777).toBe(0o640);

  // Others could make it lead elsewhere between two looks.
  chmodSync(path.dirname(real), 0o777);
  expect(await keyOf(change("4m"))).toBe("file/link-target");
  expect(readFileSync(real).equals(latin("3m"))).toBe(true);
});

test.runIf(process.getuid?.() === 0)("of two who save what they have read at once, one is told so", async () => {
  writeFileSync(file.path, latin("1m"));
  const outcomes = await Promise.all(["2m", "3m", "4m"].map((size) => keyOf(change(size))));
  expect(outcomes.toSorted()).toEqual(["disk/changed", "disk/changed", "done"]);
  expect(readFileSync(file.path).equals(latin(`${outcomes.indexOf("done") + 2}m`))).toBe(true);
  expect(readFileSync(file.backup).equals(latin("1m"))).toBe(true);
});

test.runIf(process.getuid?.() === 0)("what another program writes meanwhile stays", async () => {
  writeFileSync(file.path, latin("1m"));
  const drafts = new Set<string>();
  const watching = watch(dir, (_, name) => {
    if (name?.startsWith(".filedeck-") !== true) return;
    drafts.add(name);
    // The first is the copy of what it was like.
    if (drafts.size === 2) writeFileSync(file.path, latin("5m"));
  });
  expect(await keyOf(change("2m"))).toBe("disk/changed");
  watching.close();
  expect(readFileSync(file.path).equals(latin("5m"))).toBe(true);
});

test("a file that is too large to be held is not cut", async () => {
  const large = `${"# much\n".repeat(200_000)}tmpfs /srv/t tmpfs size=1m 0 0\n`;
  writeFileSync(file.path, large);
  expect(await keyOf(change("2m"))).toBe("disk/failed");
  expect(readFileSync(file.path, "utf8")).toBe(large);
});
