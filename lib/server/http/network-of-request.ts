import type { IncomingMessage } from "node:http";
import { trustOf } from "@/lib/server/base/proxy-trust";
import type { Env } from "@/lib/server/base/env";
import { networkOf } from "@/lib/server/session/throttle";
import { describePeer, headerOf } from "./exchange";

type Proxies = Pick<Env, "trustedProxies" | "publicUrl" | "proxySecret">;

/** Of whoever asks, behind the proxies that are believed. */
export function networkOfRequest(env: Proxies, req: IncomingMessage): string {
  const remoteAddress = req.socket.remoteAddress ?? "";
  const peer = { remoteAddress, encrypted: false, header: headerOf(req), trust: trustOf(env, req) };
  return networkOf(describePeer(env, peer).address);
}
