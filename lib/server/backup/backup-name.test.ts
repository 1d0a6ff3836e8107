import { expect, test } from "vitest";
import type { EntryName } from "@/lib/shared/paths";
import { backupName, parseBackupName, serverMark } from "./backup-name";

const server = serverMark({ seal: Buffer.alloc(32, 1) });
const atMs = Date.UTC(2026, 0, 31, 3, 30, 5);

test("a name tells when, by whom, and whether it is encrypted", () => {
  expect(backupName({ server: "1a2b3c4d", atMs, isSealed: false })).toBe("filedeck-1a2b3c4d-2026-01-31-033005.backup");
  for (const isSealed of [true, false]) {
    const name = backupName({ server, atMs, isSealed });
    expect(parseBackupName(name, server)).toEqual({ name, atMs, isSealed });
  }
});

test.each([
  backupName({ server: serverMark({ seal: Buffer.alloc(32, 2) }), atMs, isSealed: false }),
  `${backupName({ server, atMs, isSealed: false })}.part`,
  `copy of ${backupName({ server, atMs, isSealed: false })}`,
  backupName({ server, atMs, isSealed: true }).replace("2026-01", "2026-13"),
  "filedeck.db",
])("is not of this server: %s", (name) => {
  expect(parseBackupName(name as EntryName, server)).toBeNull();
});
