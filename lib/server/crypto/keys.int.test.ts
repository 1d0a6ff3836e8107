import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { utils } from "ssh2";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { newKeyTypes } from "@/lib/shared/ssh-keys";
import { deriveKeys } from "@/lib/server/base/keys";
import { makeCryptoFixture } from "./crypto-fixture";
import { createKey, deleteKey, exportKey, importKey, listKeys } from "./manage-keys";
import { loadPrivateKey } from "./load-private-key";

const passphrase = "four words käse 🔑";
let fixture: Awaited<ReturnType<typeof makeCryptoFixture>>;
let number = 0;
const none = { comment: "", passphrase: "", keep_passphrase: false };
const freshName = () => `key ${++number}`;

beforeAll(async () => {
  fixture = await makeCryptoFixture();
});
// Nobody has a key twice.
afterEach(() => fixture.db.sshKey.deleteMany());
afterAll(() => fixture.close());

const mia = () => fixture.ctxOf("mia", "ssh_proxy");
const tom = () => fixture.ctxOf("tom", "ssh_proxy");
const run = (program: string, ...args: string[]) => execFileSync(program, args, { encoding: "utf8" });

/** What ssh-keygen finds in a private key: its public half, and what `-l` says of that. */
function readBySsh(privateKey: string, secret = "") {
  const file = path.join(fixture.base, `read-${++number}`);
  writeFileSync(file, privateKey, { mode: 0o600 });
  const publicKey = run("ssh-keygen", "-y", "-P", secret, "-f", file).trim();
  writeFileSync(`${file}.pub`, `${publicKey}\n`);
  const [bits, fingerprint] = run("ssh-keygen", "-l", "-f", `${file}.pub`).split(" ");
  return { publicKey, bits: Number(bits), fingerprint };
}

function makeBySsh(...args: string[]): { text: string; publicKey: string } {
  const file = path.join(fixture.base, `made-${++number}`);
  run("ssh-keygen", "-q", "-f", file, "-C", "mia@laptop", ...args);
  return { text: readFileSync(file, "utf8"), publicKey: readFileSync(`${file}.pub`, "utf8").trim() };
}

/** One that opens nothing, and that everybody knows: to find the primes of a new one takes a second or ten. What it looks like is up to ssh-keygen. */
function rewriteBySsh(...args: string[]): { text: string; publicKey: string } {
  const [kept, file] = [
    path.join(import.meta.dirname, "throwaway-rsa-for-tests"),
    path.join(fixture.base, `made-${++number}`),
  ];
  writeFileSync(file, readFileSync(kept), { mode: 0o600 });
  copyFileSync(`${kept}.pub`, `${file}.pub`);
  run("ssh-keygen", "-q", "-p", "-P", "", "-f", file, ...args);
  return { text: readFileSync(file, "utf8"), publicKey: readFileSync(`${file}.pub`, "utf8").trim() };
}

describe("what is created", () => {
  test.each(newKeyTypes)("%s is read by ssh-keygen, with the same fingerprint", async (type) => {
    const input = { ...none, name: freshName(), type, comment: "mia on the server" };
    const { key } = await createKey(input, mia());
    const { private_key: text } = await exportKey({ id: key.id }, mia());
    expect(readBySsh(text)).toEqual({ publicKey: key.public_key, bits: key.bits, fingerprint: key.fingerprint });
    expect(key).toMatchObject({ has_passphrase: false, is_passphrase_kept: false });
    expect(utils.parseKey(text)).not.toBeInstanceOf(Error);
  });

  test("with a passphrase it opens by that one alone, for ssh-keygen and for ssh2", async () => {
    const input = { ...none, name: freshName(), type: "ed25519" as const, passphrase };
    const { key } = await createKey(input, mia());
    const { private_key: text } = await exportKey({ id: key.id }, mia());
    expect(readBySsh(text, passphrase).fingerprint).toBe(key.fingerprint);
    expect(() => readBySsh(text, "another")).toThrow(/incorrect passphrase/);
    expect(utils.parseKey(text, passphrase)).not.toBeInstanceOf(Error);
  });
});

describe("what ssh-keygen and others make is kept", () => {
  test.each([
    ["ed25519", ["-t", "ed25519", "-N", ""]],
    ["ed25519 with many rounds", ["-t", "ed25519", "-N", passphrase, "-a", "40"]],
    ["rsa", ["-t", "rsa", "-N", ""]],
    ["rsa as PEM", ["-t", "rsa", "-m", "PEM", "-N", passphrase]],
    ["rsa as PKCS#8", ["-t", "rsa", "-m", "PKCS8", "-N", passphrase]],
    ["ecdsa", ["-t", "ecdsa", "-b", "521", "-N", ""]],
    ["ecdsa as PEM", ["-t", "ecdsa", "-b", "256", "-m", "PEM", "-N", ""]],
    ["ecdsa as PKCS#8", ["-t", "ecdsa", "-b", "384", "-m", "PKCS8", "-N", passphrase]],
    ["another cipher", ["-t", "ed25519", "-Z", "aes256-gcm@openssh.com", "-N", passphrase]],
  ])("%s", async (_, args) => {
    const { text, publicKey } = args.includes("rsa") ? rewriteBySsh(...args.slice(2)) : makeBySsh(...args);
    const secret = args.includes(passphrase) ? passphrase : "";
    const { key } = await importKey({ ...none, name: freshName(), text, passphrase: secret }, mia());
    const { private_key: kept } = await exportKey({ id: key.id }, mia());
    expect(publicKey).toContain(key.public_key.split(" ").slice(0, 2).join(" "));
    expect(readBySsh(kept, secret).fingerprint).toBe(key.fingerprint);
    expect(key.has_passphrase).toBe(secret !== "");
  });

  test("its comment stays, unless another is given", async () => {
    const { text } = makeBySsh("-t", "ed25519", "-N", "");
    const { key } = await importKey(
      { ...none, name: freshName(), text: `\r\n${text.replaceAll("\n", "\r\n")}` },
      mia(),
    );
    expect([key.comment, key.public_key.endsWith(" mia@laptop")]).toEqual(["mia@laptop", true]);
    const other = await importKey({ ...none, name: freshName(), text, comment: "other" }, tom());
    expect([other.key.comment, other.key.fingerprint]).toEqual(["other", key.fingerprint]);
  });

  describe("PuTTY's", () => {
    const types = ["rsa", "ed25519", "ecdsa-256", "ecdsa-384", "ecdsa-521"] as const;
    const ways = ["version=2", "version=3", "version=3,kdf=argon2i", "version=3,kdf=argon2d"] as const;

    /** Made by ssh-keygen and rewritten by PuTTYgen, behind a passphrase where there is one. */
    function makePutty(type: (typeof types)[number], way: string, secret = "") {
      const [algorithm = "", bits = ""] = type.split("-");
      const { text, publicKey } =
        type === "rsa"
          ? rewriteBySsh("-m", "PEM", "-N", "")
          : makeBySsh("-t", algorithm, ...(bits === "" ? [] : ["-b", bits]), "-N", "");
      const [from, to, phrase] = ["from", "key.ppk", "phrase"].map((name) =>
        path.join(fixture.base, `${++number}-${name}`),
      );
      writeFileSync(from ?? "", text, { mode: 0o600 });
      writeFileSync(phrase ?? "", secret);
      run(
        "puttygen",
        from ?? "",
        "-O",
        "private",
        "--ppk-param",
        way,
        "--new-passphrase",
        phrase ?? "",
        "-o",
        to ?? "",
      );
      return { ppk: readFileSync(to ?? "", "utf8"), publicKey };
    }

    test.each(types.flatMap((type) => ways.map((way) => [type, way] as const)))(
      "%s, %s, open and behind a passphrase",
      async (type, way) => {
        for (const secret of ["", "käse and bread"]) {
          const { ppk, publicKey } = makePutty(type, way, secret);
          const input = { ...none, name: freshName(), text: ppk, passphrase: secret, keep_passphrase: true };
          const { key } = await importKey(input, mia());
          expect
            .soft([publicKey.split(" ")[1], key.has_passphrase])
            .toEqual([key.public_key.split(" ")[1], secret !== ""]);
          await fixture.db.sshKey.deleteMany();
        }
      },
    );

    test("with a wrong passphrase, changed, or of another kind", async () => {
      const { ppk } = makePutty("ed25519", "version=3", "right");
      const refused = (text: string, secret = "") =>
        importKey({ ...none, name: freshName(), text, passphrase: secret }, mia()).then(
          () => null,
          (error: { key: string }) => error.key,
        );
      expect(await refused(ppk)).toBe("crypto/passphrase");
      expect(await refused(ppk, "wrong")).toBe("crypto/passphrase-wrong");
      expect(await refused(ppk.replace(/Argon2-Memory: \d+/, "Argon2-Memory: 4000000"), "right")).toBe("crypto/slow");
      const { ppk: open } = makePutty("ecdsa-256", "version=2");
      expect(await refused(open.replace("Comment: ", "Comment: x"))).toBe("crypto/format");
      expect(await refused(open.replace("File-2", "File-1"))).toBe("crypto/putty");
      expect(await refused(open.replace(/ecdsa-sha2-nistp256/, "ssh-dss"))).toBe("crypto/type");
      expect(await refused(open.replaceAll("\n", "\r\n"))).toBeNull();
    });
  });

  test("what is none, or locked, says so", async () => {
    const { text, publicKey } = makeBySsh("-t", "ed25519", "-N", passphrase);
    const pem = rewriteBySsh("-m", "PKCS8", "-N", passphrase).text;
    const refused = async (input: string, secret = "") =>
      importKey({ ...none, name: freshName(), text: input, passphrase: secret }, mia()).then(
        () => null,
        (error: { key: string }) => error.key,
      );
    expect(await refused(text)).toBe("crypto/passphrase");
    expect(await refused(text, "wrong")).toBe("crypto/passphrase-wrong");
    expect(await refused(pem)).toBe("crypto/passphrase");
    expect(await refused(pem, "wrong")).toBe("crypto/passphrase-wrong");
    expect(await refused(publicKey)).toBe("crypto/public");
    expect(await refused("hello")).toBe("crypto/format");
    expect(await refused(text.slice(0, 200))).toBe("crypto/format");
    expect(await refused("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----")).toBe("crypto/format");
    expect(await refused(run("openssl", "genpkey", "-algorithm", "X25519"))).toBe("crypto/type");
    expect(await refused(run("openssl", "ecparam", "-name", "secp256k1", "-genkey", "-noout"))).toBe("crypto/type");
  });

  test("a file that asks for too much is refused", async () => {
    const file = path.join(fixture.base, "plain");
    writeFileSync(file, rewriteBySsh("-m", "PEM", "-N", "").text, { mode: 0o600 });
    const slow = (...kdf: string[]) =>
      run("openssl", "pkcs8", "-topk8", "-in", file, "-passout", "pass:abcde", "-v2", "aes-256-cbc", ...kdf);
    const keep = (pem: string) => importKey({ ...none, name: freshName(), text: pem, passphrase: "abcde" }, mia());
    const usual = slow("-iter", "300000");
    const [, base64 = ""] = /-----\n([^-]+)-----/.exec(usual) ?? [];
    const bytes = Buffer.from(base64, "base64");
    const rounds = Buffer.from("02030493e0", "hex");
    expect(bytes.includes(rounds)).toBe(true);
    bytes.set(Buffer.from("0203ffffff", "hex"), bytes.indexOf(rounds));
    const endless = usual.replace(base64, `${bytes.toString("base64")}\n`);
    await expect(keep(endless)).rejects.toMatchObject({ key: "crypto/slow" });
    await deleteKey({ id: (await keep(usual)).key.id }, mia());
    await expect(keep(slow("-scrypt"))).resolves.toMatchObject({ key: { has_passphrase: true } });
  });
});

test("a key is its owner's alone", async () => {
  const name = freshName();
  const { key } = await createKey({ ...none, name, type: "ed25519" }, mia());
  expect((await listKeys({}, tom())).keys.map(({ id }) => id)).not.toContain(key.id);
  for (const call of [deleteKey, exportKey])
    await expect(call({ id: key.id }, tom())).rejects.toMatchObject({ key: "crypto/not-found" });
  const load = loadPrivateKey({ db: fixture.db, keys: fixture.keys }, { id: key.id, userId: "tom" });
  await expect(load).rejects.toMatchObject({ key: "crypto/not-found" });
  await expect(createKey({ ...none, name, type: "ed25519" }, mia())).rejects.toMatchObject({
    key: "crypto/name-taken",
  });
  const { private_key: text } = await exportKey({ id: key.id }, mia());
  const again = importKey({ ...none, name: freshName(), text }, mia());
  await expect(again).rejects.toMatchObject({ key: "crypto/known" });
  await deleteKey({ id: key.id }, mia());
  expect((await listKeys({}, mia())).keys.map(({ id }) => id)).not.toContain(key.id);
});

test("the database holds nothing that opens without the key file, and the answers no private half", async () => {
  const make = (keep: boolean) =>
    createKey({ ...none, name: freshName(), type: "ed25519", passphrase, keep_passphrase: keep }, mia());
  const [kept, asked] = [(await make(true)).key, (await make(false)).key];
  const loaded = (id: string) => loadPrivateKey({ db: fixture.db, keys: fixture.keys }, { id, userId: "mia" });
  expect(await loaded(kept.id)).toMatchObject({ passphrase, needsPassphrase: false, publicKey: kept.public_key });
  expect(await loaded(asked.id)).toMatchObject({ passphrase: null, needsPassphrase: true });
  expect(JSON.stringify([kept, await listKeys({}, mia())])).not.toMatch(/PRIVATE KEY|käse/);
  const rows = JSON.stringify(await fixture.db.sshKey.findMany());
  expect(rows).not.toMatch(/PRIVATE KEY|käse/);
  const foreign = { db: fixture.db, keys: deriveKeys(Buffer.alloc(32, 8)) };
  await expect(loadPrivateKey(foreign, { id: kept.id, userId: "mia" })).rejects.toMatchObject({ key: "crypto/sealed" });
});

test("keys go with their owner", async () => {
  const userId = "gone";
  await fixture.db.user.create({
    data: { id: userId, username: userId, passwordHash: "", grants: {}, preferences: {} },
  });
  await createKey({ ...none, name: "a", type: "ed25519" }, fixture.ctxOf(userId, "ssh_proxy"));
  await fixture.db.user.delete({ where: { id: userId } });
  expect(await fixture.db.sshKey.count({ where: { userId } })).toBe(0);
});
