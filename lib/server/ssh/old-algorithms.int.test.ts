import { afterEach, describe, expect, test, vi } from "vitest";
import { cryptoContract } from "@/lib/contracts/crypto";
import { importKey } from "@/lib/server/crypto/manage-keys";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { startSshd, whyNoSshd, type Sshd } from "@/lib/server/process/sshd-fixture";
import { isAppError } from "@/lib/shared/errors";
import { allConnections } from "./connections";
import { setUpConnections } from "./connections-fixture";
import { updateHost } from "./manage-hosts";
import { openStream } from "./open-stream";
import { readOffer } from "./read-offer";

const { as, save, somebody, connect, db } = setUpConnections();
const reason = whyNoSshd();

/** Each of them is enough to keep a client of today out. */
const old = {
  kex: "KexAlgorithms diffie-hellman-group14-sha1,diffie-hellman-group1-sha1",
  hostKey: "HostKeyAlgorithms ssh-rsa",
  cipher: "Ciphers aes128-cbc,3des-cbc",
  mac: "MACs hmac-sha1-96,hmac-md5",
} as const;

describe.skipIf(reason !== null)(`an old host${reason === null ? "" : `, passed over: ${reason}`}`, () => {
  let sshd: Sshd | undefined;
  afterEach(() => sshd?.stop());

  async function saved(settings: readonly string[]) {
    sshd = await startSshd({ keyType: "rsa", settings });
    const input = cryptoContract.importKey.input.parse({ name: `key ${sshd.port}`, text: sshd.privateKey });
    const { key } = await importKey(input, as("mia"));
    return save({ port: sshd.port, username: sshd.user, auth: "key", key_id: key.id });
  }
  const failure = (hostId: string) =>
    connect(hostId, somebody().person).then(
      () => "connected",
      (error: unknown) => (isAppError(error) ? [error.key, error.params] : String(error)),
    );

  test.each([
    ["kex", "diffie-hellman-group14-sha1, diffie-hellman-group1-sha1"],
    ["hostKey", "ssh-rsa"],
    ["cipher", "aes128-cbc, 3des-cbc"],
    ["mac", "hmac-sha1-96, hmac-md5"],
  ] as const)(
    "without a %s of today is said to be one, with what it offers, and is reached where that is allowed",
    async (kind, algorithms) => {
      // Ciphers that need no MAC of their own would hide that there is none.
      const id = await saved([old[kind], ...(kind === "mac" ? ["Ciphers aes128-ctr"] : [])]);
      expect(await failure(id)).toEqual(["ssh/old-algorithms", { host: "box", kind, algorithms }]);
      await updateHost({ id, allow_old_algorithms: true }, as("mia"));
      const { client } = await connect(id, somebody().person);
      const { stream, exit, ended } = await openStream((took) => client.exec("exit 4", took), "box");
      stream.resume();
      await ended;
      expect(exit().code).toBe(4);
    },
  );

  test("with nothing of today is reached as well, until its owner no longer allows it", async () => {
    const id = await saved(Object.values(old));
    await updateHost({ id, allow_old_algorithms: true }, as("mia"));
    await connect(id, somebody().person);
    const about = vi.fn<Ctx["about"]>();
    await updateHost({ id, name: "box", allow_old_algorithms: false }, { ...as("mia"), about });
    expect(about).toHaveBeenLastCalledWith(
      "box",
      expect.objectContaining({ text: "allow_old_algorithms: true → false" }),
    );
    await vi.waitFor(() => expect(allConnections()).toEqual([]));
    expect(await failure(id)).toMatchObject(["ssh/old-algorithms", { kind: "kex" }]);
  });

  test("one that can do better does, and what allowing would not change is not advised", async () => {
    const id = await saved([`${old.kex},curve25519-sha256`, "Ciphers aes256-cbc,aes256-ctr"]);
    await updateHost({ id, allow_old_algorithms: true }, as("mia"));
    const { Client } = (await import("ssh2")).default;
    // It is called as it is.
    const emit = vi.spyOn(Client.prototype, "emit");
    await connect(id, somebody().person);
    const agreed = emit.mock.calls.filter(([event]) => event === "handshake").map(([, value]) => value as unknown); // of many events
    emit.mockRestore();
    expect(agreed).toMatchObject([
      { kex: "curve25519-sha256", serverHostKey: "rsa-sha2-512", cs: { cipher: "aes256-ctr" } },
    ]);
    expect((await db().sshHost.findUniqueOrThrow({ where: { id } })).allowsOld).toBe(true);
    await sshd?.stop();
    const none = await saved(["KexAlgorithms sntrup761x25519-sha512@openssh.com"]);
    expect(await failure(none)).toEqual([
      "ssh/no-algorithm",
      { host: "box", kind: "kex", algorithms: "sntrup761x25519-sha512@openssh.com" },
    ]);
  });
});

/** A host's first packet with these lists. */
function packet(lists: readonly string[], length?: number): Buffer {
  const parts = lists.flatMap((list) => [Buffer.from([0, 0, list.length >> 8, list.length & 255]), Buffer.from(list)]);
  const payload = Buffer.concat([Buffer.from([20]), Buffer.alloc(16), ...parts, Buffer.alloc(5)]);
  const head = Buffer.alloc(5);
  head.writeUInt32BE(length ?? payload.length + 1 + 4);
  head[4] = 4;
  return Buffer.concat([Buffer.from("hello\r\nSSH-2.0-x\r\n"), head, payload, Buffer.alloc(4)]);
}

test("what a hostile host offers is read as far as it is a list of names", () => {
  const lists = ["a,b", "c", "d", "d", "e", "e", "none", "none", "", ""];
  expect(readOffer(packet(lists))).toEqual({ kex: ["a", "b"], hostKey: ["c"], cipher: ["d"], mac: ["e"] });
  const many = Array.from({ length: 1_000 }, (_, at) => `k${at}`).join(",");
  expect(readOffer(packet([many, "\u001b[31m,ok,<b>", "d", "d", "e"]))).toMatchObject({
    kex: expect.toSatisfy((names: string[]) => names.length === 20) as string[],
    hostKey: ["ok"],
  });
  for (const bytes of [
    packet(["a"]),
    packet(lists, 0xffff_ffff),
    packet(lists, 3),
    packet(lists).subarray(0, 40),
    Buffer.from("SSH-2.0-x\n"),
  ])
    expect(readOffer(bytes)).toBeNull();
});
