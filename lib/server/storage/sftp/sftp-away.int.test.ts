import { readdir, readFile, readlink, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  at,
  bytesOf,
  listAll,
  listNames,
  outcomeOf,
  put,
  readText,
  treeOptions,
} from "@/lib/server/storage/conformance/support";
import { connectTo, makeSftpFixture, type SftpFixture } from "./sftp-fixture";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";

const reason = whyNoSshd();

describe.skipIf(reason !== null)(`a host that goes away${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  let sshd: Sshd;
  let connection: ReturnType<typeof connectTo>;
  let fixture: SftpFixture;

  beforeEach(async () => {
    sshd = await startSshd({ sftp: "/usr/lib/openssh/sftp-server" });
    connection = connectTo(sshd);
    fixture = await makeSftpFixture(connection.open);
  });
  afterEach(async () => {
    connection.end();
    await sshd.stop();
    await fixture.close();
  });

  /** The programs that serve files. */
  async function servers(): Promise<number[]> {
    const names = await Promise.all(
      (await sshd.processIds()).map(async (id) => ({ id, name: await readFile(`/proc/${id}/comm`, "utf8") })),
    );
    return names.filter(({ name }) => name.startsWith("sftp-server")).map(({ id }) => id);
  }

  /** What they have open of the fixture. */
  async function openFiles(): Promise<string[]> {
    const all = await Promise.all(
      (await servers()).map(async (id) => {
        const fds = await readdir(`/proc/${id}/fd`);
        return Promise.all(fds.map((fd) => readlink(`/proc/${id}/fd/${fd}`).catch(() => "")));
      }),
    );
    return all.flat().filter((file) => file.startsWith(fixture.base));
  }

  test("a read ends with a word for it, and the next one finds the host again", async () => {
    const { storage, root } = fixture;
    await writeFile(path.join(root, "big"), Buffer.alloc(64 * 1_048_576));
    const file = await storage.open(at("big"));
    const read = (async () => {
      for await (const _ of file.stream()) await wait(1);
    })();
    const late = outcomeOf(read);
    await wait(50);
    await sshd.kill();
    expect(await late).toBe("storage/away");
    await file.close();
    expect(await outcomeOf(storage.stat(at("big")))).toBe("storage/away");
    await sshd.restart();
    expect((await storage.stat(at("big"))).sizeBytes).toBe(64 * 1_048_576);
  });

  test.each(["replace", "fail"] as const)(
    "a write (%s) leaves the old file whole, and later no stump",
    async (conflict) => {
      const { storage, root, truth } = fixture;
      await writeFile(path.join(root, "old"), "old");
      const source = async function* source() {
        for (let count = 0; ; count++) {
          if (count === 20) await sshd.kill();
          yield Buffer.alloc(100_000, count);
        }
      };
      const target = at(conflict === "replace" ? "old" : "new");
      expect(await outcomeOf(storage.write(target, source(), { conflict, replaced: null }))).toBe("storage/away");
      expect(await readFile(path.join(root, "old"), "utf8")).toBe("old");
      expect((await truth("")).filter((name) => name.startsWith(".filedeck-"))).toHaveLength(1);
      await sshd.restart();
      expect(await listNames(storage, "")).toEqual(["old"]);
      expect(await truth("")).toEqual(["old"]);
    },
  );

  test("a part of an upload keeps what had come", async () => {
    const { storage, root } = fixture;
    const target = { name: (await storage.entry(at(""))).name, conflict: "fail" } as const;
    const { id } = await storage.parts.create(at(""), target, async () => {});
    const part = { folder: at(""), id };
    const content = Buffer.from(Array.from({ length: 3_000_000 }, (_, index) => index % 251));
    const source = async function* source() {
      yield content.subarray(0, 2_000_000);
      const arrived = async () => (await stat(path.join(root, `.filedeck-upload-${id}.part`))).size;
      await vi.waitFor(async () => expect(await arrived()).toBeGreaterThan(1_000_000));
      await sshd.kill();
      yield content.subarray(2_000_000);
    };
    const { signal } = new AbortController();
    const options = { offset: 0, maxBytes: 1e9, signal };
    expect(await outcomeOf(storage.parts.append(part, source(), options))).toBe("storage/away");
    await sshd.restart();
    const offset = await storage.parts.size(part);
    expect(offset).toBeGreaterThan(1_000_000);
    await storage.parts.append(part, bytesOf(content.subarray(offset)), { ...options, offset });
    await storage.parts.seal(part, { ...target, mtimeMs: null });
    const { path: placed } = await storage.parts.place(part, { ...target, mtimeMs: null }, { replaced: null });
    const file = await storage.open(at(placed.slice(2)));
    expect(Buffer.from(await file.readAll()).equals(content)).toBe(true);
    await file.close();
  });

  test("a server that is silent is away after its time, whatever it was asked", async () => {
    const silenceMs = 3_000;
    const impatient = connectTo(sshd, { silenceMs });
    const other = await makeSftpFixture(impatient.open);
    const { storage } = other;
    await put(storage, "a");
    for (const id of await servers()) process.kill(id, "SIGSTOP");
    const begunMs = performance.now();
    const calls = [
      listAll(storage, ""),
      storage.stat(at("a")),
      readText(storage, "a"),
      storage.write(at("b"), bytesOf("b"), { conflict: "fail" }),
      storage.remove(at("a"), treeOptions()),
      storage.copy(at("a"), at(""), treeOptions("rename")),
      storage.createFolder(at("c")),
    ];
    const outcomes = await Promise.all(calls.map(outcomeOf));
    expect(outcomes).toEqual(calls.map(() => "storage/away"));
    // oxlint-disable-next-line filedeck/no-clock-verdict -- together, and not one after the other, which would be seven times as long
    expect(performance.now() - begunMs).toBeLessThan(6 * silenceMs);
    for (const id of await servers()) process.kill(id, "SIGCONT");
    expect(await readText(storage, "a")).toBe("a");
    impatient.end();
    await other.close();
  });

  test("a listing and a search end, too", async () => {
    const { storage } = fixture;
    for (let index = 0; index < 40; index++) await storage.createFolder(at(`${index}`));
    const search = async () => {
      const query = {
        text: "x",
        mode: "part",
        matchCase: false,
        filter: {},
        withHidden: true,
        withIgnoreRules: false,
      } as const;
      const all = storage.search(at(""), { ...query, limit: 10, maxMs: 10_000 }, new AbortController().signal);
      let isKilled = false;
      for await (const _ of all) {
        if (!isKilled) await sshd.kill();
        isKilled = true;
      }
    };
    expect(await outcomeOf(search())).toBe("storage/away");
    expect(await outcomeOf(listAll(storage, ""))).toBe("storage/away");
  });

  test("a slow reader holds a few MiB, and nobody else up", async () => {
    const { storage, root } = fixture;
    await writeFile(path.join(root, "big"), Buffer.alloc(64 * 1_048_576));
    const file = await storage.open(at("big"));
    const stream = file.stream();
    await new Promise((resolve) => stream.once("readable", resolve));
    stream.read(1);
    await put(storage, "a", "meanwhile");
    expect(await readText(storage, "a")).toBe("meanwhile");
    const [id = 0] = await servers();
    const fds = await readdir(`/proc/${id}/fd`);
    const texts = await Promise.all(
      fds.map(async (fd) => ({
        file: await readlink(`/proc/${id}/fd/${fd}`).catch(() => ""),
        text: await readFile(`/proc/${id}/fdinfo/${fd}`, "utf8").catch(() => ""),
      })),
    );
    const big = texts.find((one) => one.file.endsWith("/big"));
    expect(Number(/^pos:\s*(\d+)/m.exec(big?.text ?? "")?.[1])).toBeLessThan(6 * 1_048_576);
    await file.close();
    expect(stream.destroyed).toBe(true);
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]));
  });

  test("nothing stays open on the host, however a call ends", async () => {
    const { storage, limited } = fixture;
    await storage.createFolder(at("d"));
    for (let index = 0; index < 20; index++) await put(storage, `d/${index}`, "x".repeat(200_000));
    const actor = limited({ accessDirs: ["d"], readOnlyDirs: ["d/0"] });
    const broken = async function* broken() {
      yield Buffer.alloc(50_000);
      throw new Error("gone");
    };
    for (let round = 0; round < 10; round++) {
      const file = await storage.open(at("d/1"));
      for await (const _ of file.stream()) break;
      void file.stream();
      await file.close();
      await outcomeOf(storage.open(at("d")));
      await outcomeOf(storage.write(at("d/2"), broken(), { conflict: "replace", replaced: null }));
      await outcomeOf(storage.write(at("d"), bytesOf("x"), { conflict: "replace", replaced: null }));
      await outcomeOf(
        storage.write(at("d/3"), bytesOf("x"), { conflict: "replace", replaced: null, ifMatch: '"other"' }),
      );
      await outcomeOf(actor.write(at("d/0"), bytesOf("x"), { conflict: "replace", replaced: null }));
      const abort = new AbortController();
      const onProgress = () => abort.abort();
      await outcomeOf(storage.copy(at("d"), at(""), { conflict: "rename", signal: abort.signal, onProgress }));
      for await (const _ of storage.list(at("d"))) break;
      await outcomeOf(listAll(storage, "d/1"));
    }
    await vi.waitFor(async () => expect(await openFiles()).toEqual([]));
  });

  test("a watch goes on when the host is back", async () => {
    const { storage } = fixture;
    await storage.createFolder(at("d"));
    const names: string[] = [];
    const abort = new AbortController();
    await storage.watch(
      at("d"),
      (change) => names.push(...("upsert" in change ? change.upsert.map(({ name }) => name) : [])),
      abort.signal,
    );
    await sshd.restart();
    await put(storage, "d/later");
    await vi.waitFor(() => expect(names).toEqual(["later"]));
    abort.abort();
  });
});
