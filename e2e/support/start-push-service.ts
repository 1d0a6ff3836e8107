import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { makeCertificate } from "./make-certificate";

export type Pushed = { title: string; text: string; link: string | null; importance: string; at: number };

/** A push service and the browser behind it: takes messages as RFC 8030 says, checks who sends them, and decrypts them as the browser would. */
export async function startPushService(dir: string) {
  const { certPath, keyPath } = makeCertificate(dir);
  const browser = createECDH("prime256v1");
  browser.generateKeys();
  const auth = randomBytes(16);
  const pushed: Pushed[] = [];
  let status = 201;
  const origin = () => `https://127.0.0.1:${(server.address() as AddressInfo).port}`; // a port, not a pipe
  const server = createServer({ cert: readFileSync(certPath), key: readFileSync(keyPath) }, (request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer); // nobody sets an encoding
      assertVapid(String(request.headers.authorization), origin());
      if (request.headers["content-encoding"] !== "aes128gcm" || request.headers["ttl"] === undefined)
        throw new Error("not a push message");
      if (status < 300) pushed.push(JSON.parse(decrypt(Buffer.concat(chunks), { browser, auth })) as Pushed); // as the service worker reads it
      response.writeHead(status).end();
    })().catch((error: unknown) => response.writeHead(400).end(String(error)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  return {
    certPath,
    pushed,
    /** What the browser gives the page. */
    subscription: {
      endpoint: `${origin()}/send/one`,
      p256dh: browser.getPublicKey("base64url"),
      auth: auth.toString("base64url"),
    },
    /** Answers so from now on. */
    answer: (next: number) => (status = next),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** RFC 8292: a token of the sender's, signed with the key that it names, for this service and not for long. */
function assertVapid(header: string, audience: string): void {
  const [, token = "", key = ""] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const isSigned = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { aud: string; exp: number };
  if (!isSigned || aud !== audience || exp < Date.now() / 1000) throw new Error("who sends this?");
}

type Receiver = { browser: ReturnType<typeof createECDH>; auth: Buffer };

/** RFC 8291 §3.4 and RFC 8188 §2: one record. */
function decrypt(body: Buffer, { browser, auth }: Receiver): string {
  const [salt, idLength] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + idLength);
  const record = body.subarray(21 + idLength);
  const info = Buffer.concat([Buffer.from("WebPush: info\0"), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync("sha256", browser.computeSecret(sender), auth, info, 32));
  const key = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: aes128gcm\0", 16));
  const nonce = Buffer.from(hkdfSync("sha256", secret, salt, "Content-Encoding: nonce\0", 12));
  const cipher = createDecipheriv("aes-128-gcm", key, nonce, { authTagLength: 16 });
  cipher.setAuthTag(record.subarray(-16));
  const plain = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()]);
  // What follows the delimiter is padding.
  return plain.subarray(0, plain.lastIndexOf(2)).toString("utf8");
}
