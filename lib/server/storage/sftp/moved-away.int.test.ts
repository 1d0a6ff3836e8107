import fs from "node:fs";
import path from "node:path";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { withLocks } from "@/lib/server/base/with-lock";
import { whyNoSshd } from "@/lib/server/process/sshd-fixture";
import { holdTurn } from "@/lib/server/storage/conformance/hold-turn";
import { outcomeOf, treeOptions } from "@/lib/server/storage/conformance/support";
import { namesInTurn } from "@/lib/server/storage/local/journal/names-in-turn";
import { useHostBesideDisk } from "./beside-disk-fixture";
import { SftpStatus } from "./protocol/sftp-status";

const reason = whyNoSshd();

function at(text: string): VirtualPath {
  const parsed = parseVirtualPath(text);
  if (parsed === null) throw new Error(`not a path: ${text}`);
  return parsed;
}

const ways = [
  ["disk", "host"],
  ["host", "disk"],
] as const;
type Root = (typeof ways)[number][0];

/** What takes the name of what moves, and whether it is there. */
const others = {
  "a file": {
    put: (file: string) => fs.writeFileSync(`${file}-new`, "saved meanwhile"),
    isAt: (file: string) => fs.readFileSync(file, "utf8") === "saved meanwhile",
  },
  "a folder": {
    put(file: string) {
      fs.mkdirSync(`${file}-new`);
      fs.writeFileSync(`${file}-new/inside`, "saved meanwhile");
    },
    isAt: (file: string) => fs.readFileSync(`${file}/inside`, "utf8") === "saved meanwhile",
  },
};
type Other = keyof typeof others;
const kinds = Object.keys(others) as Other[]; // of what is above

/** As an editor saves, and as somebody renames the file and makes a folder. */
function swap(file: string, other: Other): void {
  others[other].put(file);
  fs.renameSync(file, `${file}-old`);
  fs.renameSync(`${file}-new`, file);
  fs.unlinkSync(`${file}-old`);
}

describe.skipIf(reason !== null)(
  `what takes the name of a file that moves away${reason === null ? "" : `, passed over: ${reason}`}`,
  () => {
    const { besideDisk } = useHostBesideDisk();
    const onDisk = (root: Root, name: string) => path.join(besideDisk().base, root, name);

    /** What anybody who gives something the name `a` waits for. */
    function takeTurn(root: Root): Promise<() => Promise<void>> {
      if (root === "host") return holdTurn((run) => withLocks([`sftp:host${onDisk("host", "a")}`], run));
      const fd = fs.openSync(onDisk("disk", ""), "r");
      onTestFinished(() => fs.closeSync(fd));
      return holdTurn((run) => namesInTurn([{ fd, name: "a" }], run));
    }

    test.each(ways.flatMap(([from, to]) => kinds.map((other) => [from, to, other] as const)))(
      "from %s to %s in its turn is %s that stays",
      async (from, to, other) => {
        const { storage } = besideDisk();
        const [source, target] = [onDisk(from, "a"), onDisk(to, "a")];
        fs.writeFileSync(source, "first");
        const endTurn = await takeTurn(from);
        const moving = outcomeOf(storage.move(at(`${from}/a`), at(to), treeOptions()));
        await vi.waitFor(() => expect(fs.readFileSync(target, "utf8")).toBe("first"));
        swap(source, other);
        await endTurn();
        expect(await moving).toBe("file/changed");
        expect(others[other].isAt(source)).toBe(true);
        expect(fs.readdirSync(onDisk(from, ""))).toEqual(["a"]);
      },
    );

    /** Runs `act` once, after the first look at `a` on the host with which it has arrived at `target`. */
    async function afterLook(target: string, act: (source: string) => void): Promise<void> {
      const session = await besideDisk().openSession();
      const source = onDisk("host", "a");
      const lstat = session.lstat.bind(session);
      let isDone = false;
      const spy = vi.spyOn(session, "lstat").mockImplementation(async (name) => {
        const seen = await lstat(name);
        if (isDone || name !== source || fs.lstatSync(target, { throwIfNoEntry: false }) === undefined) return seen;
        isDone = true;
        act(source);
        return seen;
      });
      onTestFinished(() => spy.mockRestore());
    }

    test.each(kinds)("on a host between the last look and the removal is %s that stays", async (other) => {
      const { storage } = besideDisk();
      fs.writeFileSync(onDisk("host", "a"), "first");
      await afterLook(onDisk("disk", "a"), (source) => swap(source, other));
      expect(await outcomeOf(storage.move(at("host/a"), at("disk"), treeOptions()))).toBe("file/changed");
      expect(others[other].isAt(onDisk("host", "a"))).toBe(true);
      expect(fs.readdirSync(onDisk("host", ""))).toEqual(["a"]);
    });

    test.each(kinds)(
      "as that of a link which goes to another file system of its host is %s that stays",
      async (other) => {
        const { storage, openSession } = besideDisk();
        fs.mkdirSync(onDisk("host", "to"));
        fs.symlinkSync("nowhere", onDisk("host", "a"));
        const session = await openSession();
        const rename = session.rename.bind(session);
        const spy = vi
          .spyOn(session, "rename")
          .mockImplementation((from, to) =>
            from === onDisk("host", "a") ? Promise.reject(new SftpStatus(4, "Failure")) : rename(from, to),
          );
        onTestFinished(() => spy.mockRestore());
        await afterLook(onDisk("host", "to/a"), (source) => swap(source, other));
        expect(await outcomeOf(storage.move(at("host/a"), at("host/to"), treeOptions()))).toBe("file/changed");
        expect(others[other].isAt(onDisk("host", "a"))).toBe(true);
        expect(fs.readdirSync(onDisk("host", "")).toSorted()).toEqual(["a", "to"]);
        fs.rmSync(onDisk("host", "a"), { recursive: true });
        fs.symlinkSync("nowhere", onDisk("host", "a"));
        await storage.move(at("host/a"), at("host/to"), treeOptions("replace"));
        expect(fs.readdirSync(onDisk("host", ""))).toEqual(["to"]);
      },
    );

    /** What is renamed on the host; `act` is run after the first of it. */
    async function afterRename(act: () => void): Promise<void> {
      const session = await besideDisk().openSession();
      const posixRename = session.posixRename.bind(session);
      const spy = vi.spyOn(session, "posixRename").mockImplementationOnce(async (from, to) => {
        await posixRename(from, to);
        act();
      });
      onTestFinished(() => spy.mockRestore());
    }

    test("comes back beside what has taken it in its turn", async () => {
      const { storage } = besideDisk();
      fs.writeFileSync(onDisk("host", "a"), "first");
      await afterLook(onDisk("disk", "a"), (source) => swap(source, "a file"));
      await afterRename(() => fs.writeFileSync(onDisk("host", "a"), "the last"));
      expect(await outcomeOf(storage.move(at("host/a"), at("disk"), treeOptions()))).toBe("file/changed");
      expect(fs.readFileSync(onDisk("host", "a"), "utf8")).toBe("the last");
      expect(others["a file"].isAt(onDisk("host", "a (2)"))).toBe(true);
      expect(fs.readdirSync(onDisk("host", ""))).toHaveLength(2);
    });

    test("is nothing where what was done reports an error", async () => {
      const { storage, openSession } = besideDisk();
      fs.writeFileSync(onDisk("host", "a"), "first");
      const fail = () => {
        throw new SftpStatus(4, "Failure");
      };
      await afterRename(fail);
      const session = await openSession();
      const remove = session.remove.bind(session);
      const spy = vi.spyOn(session, "remove").mockImplementationOnce((file) => remove(file).then(fail));
      onTestFinished(() => spy.mockRestore());
      expect(await outcomeOf(storage.move(at("host/a"), at("disk"), treeOptions()))).toBe("done");
      expect(fs.readFileSync(onDisk("disk", "a"), "utf8")).toBe("first");
      expect(fs.readdirSync(onDisk("host", ""))).toEqual([]);
    });

    test("is the file itself where it cannot be removed", async () => {
      const { storage, openSession } = besideDisk();
      fs.writeFileSync(onDisk("host", "a"), "first");
      const session = await openSession();
      const spy = vi.spyOn(session, "remove").mockRejectedValueOnce(new SftpStatus(4, "Failure"));
      onTestFinished(() => spy.mockRestore());
      expect(await outcomeOf(storage.move(at("host/a"), at("disk"), treeOptions()))).toBe("file/io");
      expect(fs.readdirSync(onDisk("host", ""))).toEqual(["a"]);
    });
  },
);
