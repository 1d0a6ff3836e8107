import fs from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { placeIdOf } from "@/lib/server/storage/local/sys/file-id";
import { idsUpwards } from "./place-id";

test("numbers are the same however they are read, and differ where an inode is used again", async () => {
  const base = fs.mkdtempSync(path.join(fs.realpathSync(tmpdir()), "filedeck-ids-"));
  const seen = new Set<string>();
  try {
    for (let time = 0; time < 200; time++) {
      const place = path.join(base, "folder");
      fs.mkdirSync(place);
      const id = placeIdOf(fs.statSync(place));
      expect(placeIdOf(fs.statSync(place, { bigint: true }))).toBe(id);
      const fd = fs.openSync(place, "r");
      expect((await idsUpwards(fd, place))[0]).toBe(id);
      fs.closeSync(fd);
      expect(seen.has(id)).toBe(false);
      seen.add(id);
      fs.rmdirSync(place);
    }
  } finally {
    fs.rmSync(base, { recursive: true });
  }
});
