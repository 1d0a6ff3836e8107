import { createHash } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { at, bytesOf, listAll, listNames, outcomeOf } from "@/lib/server/storage/conformance/support";
import { createSftpSession } from "./create-sftp-session";
import { answers, endHosts, folder, folderOf, startHost, storageOn, text, types } from "./hostile-fixture";
import { attributeFields, encodePacket } from "./protocol/packet";

const file = { mode: 0o100644, sizeBytes: 1 };

describe("a host that is not to be trusted", () => {
  afterEach(endHosts);

  test("names that are none, and our own, are in no listing", async () => {
    const names = ["good", "../up", "a/b", "", ".", "..", "nul\0", "x".repeat(300), ".filedeck-trash", "/etc/passwd"];
    const storage = await storageOn(folderOf(Object.fromEntries(names.map((name) => [name, file]))));
    expect(await listNames(storage, "")).toEqual(["good"]);
  });

  test("one that tells no modes is asked again, and taken at its word", async () => {
    let asked = 0;
    const serve = folderOf({ f: {}, d: {} });
    const storage = await storageOn((request) => {
      const isAsked = request.type === types.lstat;
      if (isAsked) asked++;
      serve(request);
    });
    expect((await listAll(storage, "")).map(({ name, kind }) => [name, kind])).toEqual([
      ["d", "file"],
      ["f", "file"],
    ]);
    expect(asked).toBeGreaterThanOrEqual(3);
  });

  test.each([
    ["a greeting in words", "Welcome to the machine room, please be quiet.\r\n"],
    ["a packet of four GiB", Buffer.from("fffffffe02", "hex")],
    ["a version that is older", encodePacket(2, [2])],
    ["half a packet", Buffer.from("00000005020000", "hex")],
  ])("%s is no session", async (_, bytes) => {
    const client = await startHost((channel) => channel.write(bytes));
    const session = createSftpSession(client, { silenceMs: 500 });
    await expect(session).rejects.toMatchObject({ key: "storage/away" });
  });

  test("an answer that breaks off in itself ends the session", async () => {
    const storage = await storageOn(({ reply }) => reply(answers.attributes, [0xffff]));
    expect(await outcomeOf(storage.stat(at("a")))).toBe("storage/away");
  });

  test("a file comes whole in whatever pieces it is given, and not more of it than was asked for", async () => {
    const content = Buffer.from(Array.from({ length: 300_000 }, (_, index) => index % 241));
    const whole = { mode: 0o100644, sizeBytes: content.length };
    const openAs = (give: (from: number, length: number) => Buffer) =>
      storageOn(
        folderOf({ a: whole, h: whole }, ({ type, reader, reply }) => {
          if (type === types.open) return reply(answers.handle, [text("h")]);
          reader.bytes();
          const [from, length] = [reader.long(), reader.number()];
          const bytes = give(from, length);
          return bytes.length === 0 ? reply(answers.status, [1]) : reply(answers.data, [bytes]);
        }),
      ).then((storage) => storage.open(at("a")));
    const short = await openAs((from, length) => content.subarray(from, from + Math.min(length, 7_000)));
    const digest = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
    expect(digest(await short.readAll())).toBe(digest(content));
    const long = await openAs((from, length) => content.subarray(from, from + length + 1));
    await expect(long.readAll()).rejects.toMatchObject({ key: "file/io" });
    const cut = await openAs((from, length) => content.subarray(from, Math.min(from + length, 100_000)));
    await expect(cut.readAll()).rejects.toMatchObject({ key: "file/io" });
  });

  /** Takes whatever is written and says that it is so long: as long as it is open, and then. */
  async function saveTo(openBytes: number, closedBytes: number, conflict: "fail" | "rename" | "replace") {
    const done: number[] = [];
    const storage = await storageOn(({ type, reader, reply }) => {
      const name = type === types.lstat ? (reader.text().split("/").at(-1) ?? "") : "";
      const file = (sizeBytes: number) => reply(answers.attributes, attributeFields({ mode: 0o100600, sizeBytes }));
      if (name === "r") return reply(answers.attributes, attributeFields(folder));
      if (name.startsWith(".filedeck-")) return file(closedBytes);
      if (type === types.lstat) return reply(answers.status, [2]);
      if (type === types.open) return reply(answers.handle, [text("h")]);
      if (type === types.fstat) return file(openBytes);
      done.push(type);
      return reply(answers.status, [0]);
    });
    const outcome = await outcomeOf(storage.write(at("f"), bytesOf("hello"), { conflict, replaced: null }));
    return { outcome, isNamed: done.includes(types.rename), isRemoved: done.includes(types.remove) };
  }

  test.each(["fail", "rename", "replace"] as const)(
    "a save is one where the host has all of it (%s)",
    async (conflict) => {
      for (const bytes of [0, 4, 9])
        expect(await saveTo(bytes, bytes, conflict)).toEqual({ outcome: "file/io", isNamed: false, isRemoved: true });
      // Some have the length of a file only once it is closed.
      expect(await saveTo(0, 5, conflict)).toEqual({ outcome: "done", isNamed: true, isRemoved: false });
    },
  );

  test("links without an end lead nowhere", async () => {
    const texts = ["l", "l/l/l", `${"../".repeat(3_000)}l`, "x/".repeat(100_000)];
    for (const target of texts) {
      const storage = await storageOn(
        folderOf({ l: { mode: 0o120777 } }, ({ type, reply }) =>
          type === types.readlink ? reply(answers.name, [1, text(target), text(""), 0]) : reply(answers.status, [4]),
        ),
      );
      expect((await storage.entry(at("l"))).link?.leadsTo).toBe("missing");
      expect(["file/too-many-links", "file/not-found"]).toContain(await outcomeOf(storage.stat(at("l"))));
    }
  });
});
