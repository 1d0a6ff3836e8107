import {
  appendFile,
  chmod,
  chown,
  lstat,
  mkdir,
  readdir,
  readFile,
  rename,
  stat,
  utimes,
  writeFile,
} from "node:fs/promises";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { startSshd, whyNoSshd } from "@/lib/server/process/sshd-fixture";
import { at, bytesOf, outcomeOf, put, readText, treeOptions } from "@/lib/server/storage/conformance/support";
import type { Replaceable, Replaced, ReplacedTrash } from "@/lib/server/storage/trash-storage";
import { SftpStatus } from "./protocol/sftp-status";
import { connectTo, makeSftpFixture } from "./sftp-fixture";
import { back, useTrashHost } from "./sftp-trash-fixture";

const trash = ".filedeck-trash";
const reason = whyNoSshd();

/** What keeps, and what was recorded. */
function keeping(more: Partial<ReplacedTrash> = {}): { replaced: ReplacedTrash; records: Replaced[] } {
  const records: Replaced[] = [];
  const newId = () => `id${records.length + 1}`;
  return { records, replaced: { ownerId: "mia", newId, record: async (one) => void records.push(one), ...more } };
}

describe.skipIf(reason !== null)(
  `what is replaced on a host${reason === null ? "" : `, passed over: ${reason}`}`,
  () => {
    const { host, onDisk } = useTrashHost();

    test("by a write is in the trash with all that it was, and comes back", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      await chmod(onDisk("a"), 0o640);
      const { ino } = await stat(onDisk("a"));
      const { replaced, records } = keeping();
      await storage.write(at("a"), bytesOf("new"), { conflict: "replace", replaced });
      expect(await readFile(onDisk("a"), "utf8")).toBe("new");
      const [one] = records;
      if (one === undefined) throw new Error("nothing recorded");
      expect(one).toMatchObject({ id: "id1", path: "r/a", plan: { kind: "file", sizeBytes: 3 } });
      expect(await storage.trash.settle(one.plan.place, one.plan.origin)).toBe("there");
      expect(await lstat(onDisk(`${trash}/mia/id1/a`))).toMatchObject({ ino, mode: 0o100640, nlink: 1 });
      expect(await outcomeOf(storage.trash.restore(one.plan.place, back("a")))).toBe("file/exists");
      await storage.trash.restore(one.plan.place, { ...back("a"), options: treeOptions("replace") });
      expect(await readText(storage, "a")).toBe("old");
    });

    test("by a write that fails, is refused or is the same, nothing is kept", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      const broken = async function* broken() {
        yield Buffer.from("half");
        throw new Error("gone");
      };
      const { replaced, records } = keeping();
      expect(await outcomeOf(storage.write(at("a"), broken(), { conflict: "replace", replaced }))).toBe(
        "request/cancelled",
      );
      const stale = { conflict: "replace", replaced, ifMatch: '"other"' } as const;
      expect(await outcomeOf(storage.write(at("a"), bytesOf("new"), stale))).toBe("file/changed");
      const { mtimeMs } = await storage.stat(at("a"));
      const same = { conflict: "replace", replaced, mtimeMs, takesSame: true } as const;
      await storage.write(at("a"), bytesOf("old"), same);
      for (const conflict of ["fail", "rename"] as const)
        await outcomeOf(storage.write(at("a"), bytesOf("x"), { conflict, replaced }));
      expect([records.length, await readText(storage, "a")]).toEqual([0, "old"]);
      await expect(readdir(onDisk(trash))).rejects.toThrow("ENOENT");
    });

    test.each(["copy", "move"] as const)("by a %s is kept file by file, in merged folders as well", async (verb) => {
      const { storage } = host();
      for (const folder of ["from", "from/d", "to", "to/d"]) await storage.createFolder(at(folder));
      for (const name of ["from/a", "from/d/b", "from/d/new"]) await put(storage, name, "new");
      for (const name of ["to/a", "to/d/b"]) await put(storage, name, "old");
      const { replaced, records } = keeping();
      const options = { ...treeOptions("replace"), replaced };
      expect(await storage[verb](at("from/a"), at("to"), options)).toMatchObject({ files: 1, replaced: 1, kept: 1 });
      expect(await storage[verb](at("from/d"), at("to"), options)).toMatchObject({ replaced: 1, kept: 1 });
      expect(records.map((one) => one.path)).toEqual(["r/to/a", "r/to/d/b"]);
      expect(await readFile(onDisk("to/d/b"), "utf8")).toBe("new");
      expect(await readFile(onDisk(`${trash}/mia/id1/a`), "utf8")).toBe("old");
      expect(await readFile(onDisk(`${trash}/mia/id2/b`), "utf8")).toBe("old");
    });

    test("a courtesy asks first, with what is known of the disk, and hinders nobody", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      const asked: Replaceable[] = [];
      const no = keeping({ isWanted: async (one) => asked.push(one) > 1 });
      await storage.write(at("a"), bytesOf("new"), { conflict: "replace", replaced: no.replaced });
      expect(no.records).toEqual([]);
      expect(asked[0]).toMatchObject({ origin: `sftp:host${onDisk("a")}`, sizeBytes: 3 });
      expect((asked[0]?.usableBytes ?? 0) > 0 && (asked[0]?.totalBytes ?? 0) > (asked[0]?.usableBytes ?? 0)).toBe(true);
      const broken = () => Promise.reject(new Error("database"));
      const failing = keeping({ isWanted: async () => true, record: broken });
      await storage.write(at("a"), bytesOf("newer"), { conflict: "replace", replaced: failing.replaced });
      expect(await readText(storage, "a")).toBe("newer");
      const needed = keeping({ record: broken });
      await expect(
        storage.write(at("a"), bytesOf("x"), { conflict: "replace", replaced: needed.replaced }),
      ).rejects.toThrow("database");
      expect(await readText(storage, "a")).toBe("newer");
    });

    /** Runs `act` after each look at what is kept, with how many there were before. */
    async function whenSeen(act: (count: number) => Promise<void>): Promise<void> {
      const session = await host().connection.open("host", null);
      const lstat = session.lstat.bind(session);
      let count = 0;
      const spy = vi.spyOn(session, "lstat").mockImplementation(async (name) => {
        const seen = await lstat(name);
        if (name.includes(trash) && name.endsWith("/a")) await act(count++);
        return seen;
      });
      onTestFinished(() => spy.mockRestore());
    }

    test("while it is appended to is the same file", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      const { replaced, records } = keeping();
      await whenSeen(() => appendFile(onDisk("a"), "+"));
      await storage.write(at("a"), bytesOf("new"), { conflict: "replace", replaced });
      expect([records.length, await readText(storage, "a")]).toEqual([1, "new"]);
      expect(await readFile(onDisk(`${trash}/mia/id1/a`), "utf8")).toMatch(/^old\++$/u);
    });

    test("is not taken for another that is longer and newer", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      const { replaced } = keeping();
      await whenSeen(async (count) => {
        if (count > 0) return;
        await writeFile(onDisk("b"), "another, longer");
        await rename(onDisk("b"), onDisk("a"));
      });
      await storage.write(at("a"), bytesOf("newer"), { conflict: "replace", replaced });
      expect(await readFile(onDisk(`${trash}/mia/id2/a`), "utf8")).toBe("another, longer");
      expect(await readdir(onDisk(`${trash}/mia`))).toEqual(["id2"]);
    });

    test.each([true, false])("as a courtesy, wanted: %s, never holds a write up for good", async (wanted) => {
      const { storage } = host();
      await put(storage, "a", "old");
      let count = 0;
      // Another one each time: it is shorter than what was looked at.
      const another = async () => {
        await writeFile(onDisk("b"), "x".repeat(100 - count++));
        await rename(onDisk("b"), onDisk("a"));
      };
      const { replaced } = keeping({
        isWanted: async () => {
          if (!wanted) await another();
          return wanted;
        },
      });
      if (wanted) await whenSeen(another);
      await storage.write(at("a"), bytesOf("new"), { conflict: "replace", replaced });
      expect([count >= 9, await readText(storage, "a")]).toEqual([true, "new"]);
    });

    test("by a rename that went through but reports an error stays in the trash, also where both look alike", async () => {
      const { storage } = host();
      await mkdir(onDisk("from"));
      for (const [name, content] of [
        ["from/a", "new"],
        ["a", "old"],
      ] as const) {
        await writeFile(onDisk(name), content);
        await utimes(onDisk(name), 1_500_000_000, 1_500_000_000);
      }
      const session = await host().connection.open("host", null);
      const posixRename = session.posixRename.bind(session);
      const spy = vi.spyOn(session, "posixRename").mockImplementation(async (from, to) => {
        await posixRename(from, to);
        throw new Error("no answer");
      });
      onTestFinished(() => spy.mockRestore());
      const { replaced } = keeping();
      const moving = storage.move(at("from/a"), at(""), { ...treeOptions("replace"), replaced });
      await expect(moving).rejects.toThrow("no answer");
      expect(await readFile(onDisk("a"), "utf8")).toBe("new");
      expect(await readFile(onDisk(`${trash}/mia/id1/a`), "utf8")).toBe("old");
    });

    test("by a rename that failed is not in the trash", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      const session = await host().connection.open("host", null);
      const spy = vi.spyOn(session, "posixRename").mockRejectedValue(new SftpStatus(4, "Failure"));
      onTestFinished(() => spy.mockRestore());
      const { replaced } = keeping();
      const written = storage.write(at("a"), bytesOf("newer"), { conflict: "replace", replaced });
      expect(await outcomeOf(written)).toBe("file/io");
      expect(await readFile(onDisk("a"), "utf8")).toBe("old");
      expect(await readdir(onDisk(trash))).toEqual([]);
    });

    /** The next so many times that a host is asked where the trash can be, it fails, as it also would where that is nowhere. */
    async function failProbes(times: number): Promise<void> {
      const session = await host().connection.open("host", null);
      const rename = session.rename.bind(session);
      let left = times;
      const spy = vi.spyOn(session, "rename").mockImplementation(async (from, to) => {
        const isProbe = [from, to].every((name) => path.basename(name).startsWith(".filedeck-"));
        if (isProbe && left-- > 0) throw new SftpStatus(4, "Failure");
        return rename(from, to);
      });
      onTestFinished(() => spy.mockRestore());
    }

    test.each([false, true])(
      "is kept where the host failed once to tell of a trash, as a courtesy: %s",
      async (isCourtesy) => {
        const { storage } = host();
        await put(storage, "a", "old");
        await failProbes(1);
        const { replaced } = keeping(isCourtesy ? { isWanted: async () => true } : {});
        await storage.write(at("a"), bytesOf("newer"), { conflict: "replace", replaced });
        expect(await readFile(onDisk("a"), "utf8")).toBe("newer");
        expect(await readFile(onDisk(`${trash}/mia/id1/a`), "utf8")).toBe("old");
      },
    );

    test("stays where it is while the host fails to tell of a trash, and no longer", async () => {
      const { storage } = host();
      await put(storage, "a", "old");
      await failProbes(2);
      const { replaced } = keeping();
      const save = () => storage.write(at("a"), bytesOf("newer"), { conflict: "replace", replaced });
      expect(await outcomeOf(save())).toBe("trash/not-kept");
      expect(await readFile(onDisk("a"), "utf8")).toBe("old");
      await save();
      expect(await readFile(onDisk(`${trash}/mia/id1/a`), "utf8")).toBe("old");
    });

    test("without hard links, and for what the account may not link, it is replaced for good", async () => {
      const plain = connectTo(host().sshd, { without: ["hardlink@openssh.com"] });
      const other = await startSshd({ user: "nobody" });
      const theirs = connectTo(other);
      const [one, two] = [await makeSftpFixture(plain.open), await makeSftpFixture(theirs.open)];
      try {
        await put(one.storage, "a", "old");
        const { replaced, records } = keeping();
        await one.storage.write(at("a"), bytesOf("new"), { conflict: "replace", replaced });
        expect([records, await one.truth(""), await readText(one.storage, "a")]).toEqual([[], ["a"], "new"]);
        await chmod(two.base, 0o755);
        await chown(two.root, 65534, 65534);
        await mkdir(path.join(two.root, "d"));
        await chown(path.join(two.root, "d"), 65534, 65534);
        await writeFile(path.join(two.root, "d/a"), "of root", { mode: 0o600 });
        await two.storage.write(at("d/a"), bytesOf("new"), { conflict: "replace", replaced });
        expect(await readText(two.storage, "d/a")).toBe("new");
        expect(await readdir(path.join(two.root, trash))).toEqual([]);
      } finally {
        plain.end();
        theirs.end();
        await other.stop();
        await one.close();
        await two.close();
      }
    });
  },
);
