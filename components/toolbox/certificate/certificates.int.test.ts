import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, it, test } from "vitest";
import { keyTypes, kindOfName, makeCertificate } from "./make-certificate";
import { readCertificates } from "./read-certificates";

const dir = mkdtempSync(path.join(tmpdir(), "filedeck-certificates-"));
afterAll(() => rmSync(dir, { recursive: true }));
const openssl = (...args: string[]) => execFileSync("openssl", args, { encoding: "utf8" });
const bytesOf = (text: string) => new TextEncoder().encode(text);

function makeByOpenssl(): string {
  const [key, file] = [path.join(dir, "key"), path.join(dir, "made.pem")];
  const subject = ["-subj", "/CN=host.example/O=Käse & Söhne", "-utf8"];
  const names = ["-addext", "subjectAltName=DNS:host.example,DNS:*.example,IP:192.0.2.7,IP:2001:db8::1"];
  const make = ["-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key, "-out", file, "-days", "30"];
  execFileSync("openssl", ["req", ...make, ...subject, ...names], { stdio: "ignore" });
  return file;
}

test("what openssl makes is read as openssl reads it", async () => {
  const file = makeByOpenssl();
  const [read] = (await readCertificates(bytesOf(readFileSync(file, "utf8")))) ?? [];
  expect(read).toMatchObject({ isSelfSigned: true, isAuthority: true, key: "RSA 2048", signature: "RSA SHA-256" });
  expect(read?.subject).toContain("Käse & Söhne");
  expect(read?.names).toEqual(["host.example", "*.example", "192.0.2.7", "2001:db8::1"]);
  const fact = (...args: string[]) =>
    openssl("x509", "-in", file, "-noout", ...args)
      .trim()
      .split("=")[1];
  expect(read?.fingerprints).toEqual({
    "SHA-256": fact("-fingerprint", "-sha256"),
    "SHA-1": fact("-fingerprint", "-sha1"),
  });
  expect(read?.serial.replaceAll(":", "")).toBe(fact("-serial"));
  expect(read?.untilMs).toBe(Date.parse(fact("-enddate") ?? ""));
  openssl("x509", "-in", file, "-outform", "DER", "-out", path.join(dir, "made.der"));
  expect((await readCertificates(new Uint8Array(readFileSync(path.join(dir, "made.der")))))?.[0]).toEqual(read);
});

test("a chain is read whole, and what is none is refused", async () => {
  const text = readFileSync(makeByOpenssl(), "utf8");
  expect(await readCertificates(bytesOf(`bag of attributes\n${text}\n${text}`))).toHaveLength(2);
  for (const other of [
    "",
    "hello",
    "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----",
    openssl("genpkey", "-algorithm", "ed25519"),
  ])
    expect(await readCertificates(bytesOf(other))).toBeNull();
});

describe.each(keyTypes)("%s", (keyType) => {
  it("serves", async () => {
    const wish = { commonName: "my, =host+", altNames: ["localhost", "127.0.0.1"], days: 10, keyType };
    const { certificate, privateKey } = await makeCertificate(wish);
    const file = path.join(dir, "own.pem");
    writeFileSync(file, certificate);
    expect(openssl("verify", "-CAfile", file, "-purpose", "sslserver", file)).toContain("OK");
    const [read] = (await readCertificates(bytesOf(certificate))) ?? [];
    expect(read).toMatchObject({ key: keyType, names: wish.altNames, isAuthority: false, isSelfSigned: true });
    const server = createServer({ key: privateKey, cert: certificate }, (_, response) => response.end("hello"));
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const { port } = server.address() as AddressInfo; // it listens
    const status = await new Promise((resolve, reject) => {
      const asked = request({ host: "127.0.0.1", port, ca: certificate, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      });
      asked.on("error", reject).end();
    });
    server.close();
    expect(status).toBe(200);
  });
});

it.each([
  ["localhost", "dns"],
  ["a.b-c.example", "dns"],
  ["*.example", "dns"],
  ["192.0.2.1", "ip"],
  ["2001:db8::1", "ip"],
  ["", null],
  ["a b", null],
  ["-a", null],
  ["a..b", null],
  ["http://a", null],
  ["a.*.b", null],
])("%j is %s", (name, expected) => {
  expect(kindOfName(name)).toBe(expected);
});
