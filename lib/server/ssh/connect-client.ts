import type { Duplex } from "node:stream";
import type { Client as SshClient, NextAuthHandler } from "ssh2";
import { AppError, isAppError } from "@/lib/shared/errors";
import { exportsOf } from "@/lib/server/base/exports-of";
import type { Db } from "@/lib/server/db/open-db";
import { algorithmsError } from "./algorithms-error";
import { describeHostKey, hostKeyAlgorithms, type HostKey } from "./host-key";
import { addressOf, notConnected, type HostRow } from "./hosts";
import { algorithmsFor } from "./old-algorithms";
import { PacedSocket } from "@/lib/server/base/paced-socket";
import type { Person } from "./person";
import { listenForOffer } from "./read-offer";
import { createSignIn, failureOf, type Credentials } from "./sign-in";
import { trustedKey, trustKey } from "./trusted-keys";

/** Until it is signed in; with somebody who has to type, as long as sshd waits for them by default. */
const readyMs = { alone: 20_000, asked: 120_000 };
const maxUnansweredKeepAlives = 3;
/** Exchanges of keys within this time. */
const [maxExchanges, exchangesMs] = [20, 60_000];

type Options = {
  db: Db;
  host: HostRow;
  /** To the host: a socket, or a way through another one. */
  sock: Duplex;
  person: Person | null;
  /** Whether that person may say which key is trusted: the host is theirs. */
  mayTrust: boolean;
  /** Told of a key that was not trusted before. */
  onTrust: (key: HostKey) => Promise<void>;
  credentials: Credentials;
  /** The key that it must show; otherwise the one that its owner trusts. */
  trusted?: HostKey;
  onKeep: (password: string) => void;
  signal: AbortSignal;
};

/** What a host was signed in at with, for as long as that lasts: what somebody has typed is kept in memory alone. */
export type InHand = { hostKey: HostKey; credentials: Credentials };

/**
 * Signs in at a host, once its key is known to be the right one. Throws ssh/host-key, ssh/sign-in, ssh/handshake, ssh/old-algorithms, ssh/no-algorithm, ssh/not-connected (somebody would
 * have to be asked), request/cancelled.
 */
export async function connectClient(options: Options): Promise<{ client: SshClient; inHand: InHand }> {
  const { db, host, person, onKeep, signal } = options;
  const trusted = options.trusted ?? (await trustedKey(db, host));
  const { credentials, inHand, onPassword } = keepInHand(options.credentials, host.name);
  const signIn = createSignIn({ host, credentials, person, onKeep, onPassword });
  let shown: HostKey | null = null;
  const { hostKey: oldKeys, ...algorithms } = algorithmsFor(host);
  // With the first connection: it takes a tenth of a second to load.
  const { Client } = await import("ssh2").then(exportsOf);
  const client = new Client();
  const sock = new PacedSocket(options.sock, { kind: "host", name: host.name });
  limitExchanges(client);
  return new Promise((resolve, reject) => {
    let offer: ReturnType<typeof listenForOffer> | null = null;
    const cancel = () => fail(new AppError("request/cancelled"));
    function fail(error: unknown): void {
      signal.removeEventListener("abort", cancel);
      offer?.stop();
      reject(
        isAppError(error)
          ? error
          : (algorithmsError(error, { host, offer: offer?.read() ?? null }) ??
              new AppError("ssh/handshake", { host: host.name }, { cause: error })),
      );
      client.destroy();
      sock.destroy();
    }
    if (signal.aborted) return cancel();
    signal.addEventListener("abort", cancel, { once: true });
    // What comes after this has settled finds nobody, and is told by `close`.
    client.on("error", (error: Error & { level?: string }) =>
      fail(error.level === "client-timeout" ? new AppError("outbound/timeout", {}, { cause: error }) : error),
    );
    client.once("close", () => fail(new AppError("ssh/lost", { host: host.name })));
    client.once("ready", () => {
      signal.removeEventListener("abort", cancel);
      offer?.stop();
      if (shown === null) return fail(new Error("it has shown no key"));
      resolve({ client, inHand: { hostKey: shown, credentials: inHand } });
    });
    async function tryNext(offered: readonly string[] | null, next: NextAuthHandler): Promise<void> {
      const method = await signIn(offered);
      failureOf(method)?.catch(fail);
      next(method);
    }
    client.connect({
      sock,
      username: host.username,
      readyTimeout: person === null ? readyMs.alone : readyMs.asked,
      keepaliveInterval: host.keepAliveSeconds * 1000,
      keepaliveCountMax: maxUnansweredKeepAlives,
      algorithms: { ...algorithms, serverHostKey: hostKeyAlgorithms(trusted?.type ?? null, oldKeys) },
      hostVerifier(blob: Buffer, verify: (isTrusted: boolean) => void) {
        shown = describeHostKey(blob);
        checkKey(shown, trusted, options).then(
          () => verify(true),
          (error: unknown) => {
            fail(error);
            verify(false);
          },
        );
      },
      authHandler(offered, _isPartial, next) {
        // Null at first, whatever the types say.
        void tryNext(offered as readonly string[] | null, next).catch(fail);
      },
    });
    // After ssh2 has begun to read: nothing is missed by either.
    offer = listenForOffer(sock);
  });
}

/** Each takes some ten milliseconds in which nobody else has a turn, and a host may ask for as many as it likes; honest ones do after a gigabyte, or an hour. */
function limitExchanges(client: SshClient): void {
  const atMs: number[] = [];
  client.on("handshake", () => {
    const now = Date.now();
    if (atMs.push(now) <= maxExchanges) return;
    if (now - (atMs.shift() ?? 0) < exchangesMs) client.destroy();
  });
}

/** Credentials that remember what was asked for, and the same without anybody to ask. */
function keepInHand(credentials: Credentials, host: string) {
  let { password } = credentials;
  let key: Promise<string> | null = null;
  return {
    credentials: { ...credentials, privateKey: () => (key ??= credentials.privateKey()) },
    inHand: {
      get password() {
        return password;
      },
      privateKey: () => key ?? Promise.reject(new AppError("ssh/no-key", { host })),
      agent: () => credentials.agent(),
    },
    onPassword: (given: string) => (password = given),
  };
}

/** Throws unless the key is trusted, or is now. */
async function checkKey(shown: HostKey, trusted: HostKey | null, options: Options): Promise<void> {
  const { db, host, person, mayTrust } = options;
  if (trusted?.fingerprint === shown.fingerprint) return;
  const known = trusted?.fingerprint ?? null;
  if (person === null && known === null) throw notConnected(host);
  if (person === null || !mayTrust)
    throw new AppError("ssh/host-key", { host: host.name }, { detail: { host_id: host.id } });
  if (!(await person.trusts({ ...shown, host: host.name, address: addressOf(host), known })))
    throw new AppError("ssh/host-key", { host: host.name }, { detail: { host_id: host.id } });
  await trustKey(db, host, shown);
  await options.onTrust(shown);
}
