import { chmod, mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { bytesOf, outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { isThere, realPlace, sweepPart } from "@/lib/server/storage/places";
import type { Storage } from "@/lib/server/storage/storage";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import { useHostBesideDisk } from "./beside-disk-fixture";

const reason = whyNoSshd();

function at(text: string): VirtualPath {
  const parsed = parseVirtualPath(text);
  if (parsed === null) throw new Error(`not a path: ${text}`);
  return parsed;
}

describe.skipIf(reason !== null)(`a host beside a disk${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  const { besideDisk } = useHostBesideDisk();
  let base: string;
  let storage: Storage;
  beforeEach(() => {
    ({ base, storage } = besideDisk());
  });

  const ways = [
    ["disk", "host"],
    ["host", "disk"],
  ] as const;

  test.each(ways)("a private file from %s to %s is never anybody else's to read", async (from, to) => {
    const size = 48 * 1024 * 1024;
    await writeFile(path.join(base, from, "secret"), Buffer.alloc(size), { mode: 0o600 });
    const seen = new Set<number>();
    const over = new AbortController();
    const look = async () => {
      while (!over.signal.aborted)
        for (const name of await readdir(path.join(base, to)))
          await stat(path.join(base, to, name)).then(
            ({ mode }) => seen.add(mode & 0o777),
            () => {}, // it has its last name by now
          );
    };
    const looking = look();
    await storage.copy(at(`${from}/secret`), at(to), treeOptions());
    over.abort();
    await looking;
    expect([...seen]).toEqual([0o600]);
    expect((await stat(path.join(base, to, "secret"))).mode & 0o777).toBe(0o600);
  });

  test.each(ways)("a tree goes from %s to %s, with modes and times", async (from, to) => {
    for (const folder of ["d", "d/sub"]) await storage.createFolder(at(`${from}/${folder}`));
    const mtimeMs = 1_500_000_000_000;
    for (const name of ["d/a", "d/sub/b"])
      await storage.write(at(`${from}/${name}`), bytesOf(name), { conflict: "fail", mtimeMs });
    await storage.setAttributes(at(`${from}/d/a`), { ...treeOptions(), change: { mode: 0o640 }, recursive: false });
    expect(await storage.copy(at(`${from}/d`), at(to), treeOptions())).toMatchObject({ files: 2, failureCount: 0 });
    expect(await storage.stat(at(`${to}/d/a`))).toMatchObject({ mode: 0o640, mtimeMs });
    expect(await storage.move(at(`${from}/d`), at(to), treeOptions("rename"))).toMatchObject({
      path: `${to}/d (2)`,
      files: 2,
    });
    expect(await readFile(path.join(base, to, "d (2)/sub/b"), "utf8")).toBe("d/sub/b");
    expect(await readdir(path.join(base, from))).toEqual([]);
  });

  test.each(ways)(
    "a private folder from %s to %s is never anybody else's, and one that stands keeps its rights",
    async (from, to) => {
      await mkdir(path.join(base, from, "closed"));
      for (let index = 0; index < 20; index++)
        await writeFile(path.join(base, from, "closed", `${index}`), Buffer.alloc(1_000_000), { mode: 0o644 });
      await chmod(path.join(base, from, "closed"), 0o700);
      const seen = new Set<number>();
      const over = new AbortController();
      const copying = storage.copy(at(`${from}/closed`), at(to), treeOptions()).finally(() => over.abort());
      while (!over.signal.aborted)
        await stat(path.join(base, to, "closed")).then(
          ({ mode }) => seen.add(mode & 0o777),
          () => {}, // not there yet
        );
      await copying;
      expect([...seen]).toEqual([0o700]);
      // A wider one is put into it.
      await chmod(path.join(base, from, "closed"), 0o755);
      await storage.copy(at(`${from}/closed`), at(to), treeOptions("replace"));
      expect((await stat(path.join(base, to, "closed"))).mode & 0o777).toBe(0o700);
    },
  );

  test.each([...ways, ["host", "host"]] as const)(
    "stopped from %s to %s, whole files are left and no stumps",
    async (from, to) => {
      await mkdir(path.join(base, from, "many"));
      for (let index = 0; index < 30; index++)
        await writeFile(path.join(base, from, "many", `${index}`), Buffer.alloc(400_000, index));
      await storage.createFolder(at(`${to}/to`));
      const abort = new AbortController();
      const work = storage.copy(at(`${from}/many`), at(`${to}/to`), {
        conflict: "fail",
        signal: abort.signal,
        onProgress: () => abort.abort(),
      });
      expect(await outcomeOf(work)).toBe("request/cancelled");
      const arrived = await readdir(path.join(base, to, "to/many")).catch(() => []);
      expect(arrived.length).toBeLessThan(30);
      for (const name of arrived)
        expect((await readFile(path.join(base, to, "to/many", name))).equals(Buffer.alloc(400_000, Number(name)))).toBe(
          true,
        );
      expect(await readdir(path.join(base, from, "many"))).toHaveLength(30);
    },
  );

  test("a host that is away hinders no other", async () => {
    await writeFile(path.join(base, "host", "a"), "a");
    expect(await storage.stat(at("host/a"))).toMatchObject({ sizeBytes: 1 });
    expect(await outcomeOf(storage.stat(at("away/a")))).toBe("storage/away");
    expect(await outcomeOf(storage.copy(at("host/a"), at("away"), treeOptions()))).toBe("storage/away");
    expect(await outcomeOf(storage.rename(at("host/a"), at("away/a")))).toBe("storage/away");
  });

  test("places are asked by their ids", async () => {
    await writeFile(path.join(base, "host", "a"), "a");
    const place = `sftp:host${base}/host`;
    expect(storage.locate(`${place}/a`)).toBe("host/a");
    expect(await storage.placeOf(at("host/a"))).toBe(`${place}/a`);
    expect([await isThere(`${place}/a`), await isThere(`${place}/none`), await isThere("sftp:host")]).toEqual([
      true,
      false,
      true,
    ]);
    expect(await realPlace("sftp:host/proc/self/cwd/../none")).toMatch(/^sftp:host\/.*none$/);
    const target = { name: (await storage.entry(at("host/a"))).name, conflict: "rename", mtimeMs: null } as const;
    const places: string[] = [];
    const { id } = await storage.parts.create(at("host"), target, async (part) => void places.push(part.place));
    expect(await sweepPart(`${place}/a`)).toBe(true);
    expect(await readdir(path.join(base, "host"))).toHaveLength(2);
    expect(await sweepPart(places[0] ?? "")).toBe(true);
    expect(await outcomeOf(storage.parts.size({ folder: at("host"), id }))).toBe("file/not-found");
    expect(await sweepPart("sftp:elsewhere/.filedeck-upload-0123456789abcdef0123456789abcdef.part")).toBe(false);
  });
});
