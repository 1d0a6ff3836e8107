import { statSync } from "node:fs";
import type { Server } from "node:https";
import type { Env } from "@/lib/server/base/env";
import { setOwnCertificate } from "@/lib/server/http/own-certificate";
import type { App } from "@/lib/server/runtime/app";
import { readTls } from "./read-tls";

const lookMs = 5_000;

/**
 * New connections get the certificate of the files as they are now: those who renew it need no restart. Looked at instead of watched, because what
 * renews exchanges links (certbot, Kubernetes), which no watcher of the file hears. A pair that does not fit, such as while only one of them is new, leaves the old one.
 */
export function keepTls(server: Server, tls: NonNullable<Env["tls"]>, app: () => Pick<App, "log">): void {
  setOwnCertificate(readTls(tls).cert);
  let seen = stateOf(tls);
  const timer = setInterval(() => {
    const now = stateOf(tls);
    if (now === seen) return;
    seen = now;
    try {
      const pair = readTls(tls);
      server.setSecureContext(pair);
      setOwnCertificate(pair.cert);
      app().log.info("the TLS certificate was renewed");
    } catch (error) {
      app().log.warn({ err: error }, "the TLS certificate has changed and cannot be used; the old one stays");
    }
  }, lookMs).unref();
  server.once("close", () => clearInterval(timer));
}

/** Links followed. */
function stateOf({ certPath, keyPath }: NonNullable<Env["tls"]>): string {
  return [certPath, keyPath]
    .map((file) => {
      try {
        const { ino, size, mtimeMs } = statSync(file);
        return `${ino} ${size} ${mtimeMs}`;
      } catch {
        return "none"; // or out of reach while somebody renews it
      }
    })
    .join("|");
}
