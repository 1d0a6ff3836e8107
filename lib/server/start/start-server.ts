import { createServer as createHttpServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import path from "node:path";
import { getApp } from "@/lib/server/runtime/app";
import { EnvError, type Env } from "@/lib/server/base/env";
import { hasOneHost } from "@/lib/server/http/has-one-host";
import { networkOfRequest } from "@/lib/server/http/network-of-request";
import { limits } from "@/lib/server/base/limits";
import { isProxyAddress, trustOf } from "@/lib/server/base/proxy-trust";
import { giveBackMemory } from "@/lib/server/process/give-back-memory";
import { networkOf } from "@/lib/server/session/throttle";
import { createFrames } from "@/lib/server/http/static/serve-frame";
import { createStaticFiles } from "@/lib/server/http/static/serve-static";
import { ownPorts } from "@/lib/server/outbound/address-class";
import { attachRealtime, socketPath } from "@/lib/server/realtime/attach-realtime";
import { connectionsInAll, guardConnections } from "./connection-door";
import { inShares } from "./in-shares";
import { inTurn } from "./in-turn";
import { answerUpgrades } from "./answer-upgrades";
import { createDispatch } from "./dispatch";
import { keepTls } from "./keep-tls";
import { loadNext } from "./load-next";
import { noteRejections } from "./note-rejections";
import { paceRequests } from "./paced-requests";
import { paceTls } from "./paced-tls";
import { readTls } from "./read-tls";
import { channelsOfGroups, resumeGroups } from "./run-groups";

type Start = { env: Env; appDir: string; isDev: boolean };

type Started = {
  port: number;
  /** Resolves when pages are answered as well. */
  ready: Promise<void>;
  close: () => Promise<void>;
};

/** Listens first and lets Next load behind it: API calls are answered at once, pages as soon as they can be. */
export async function startServer({ env, appDir, isDev }: Start): Promise<Started> {
  const server = env.tls === null ? createHttpServer() : openTls(env.tls);
  // Uploads take as long as they take; what bounds them is that bytes keep coming.
  server.requestTimeout = 0;
  server.headersTimeout = 60_000;
  server.keepAliveTimeout = 75_000;
  const { promise: pages, resolve, reject } = withResolvers<Awaited<ReturnType<typeof loadPages>>>();
  const dispatch = createDispatch({ basePath: env.basePath, isDev, pages });
  const answer = (req: IncomingMessage, res: ServerResponse) => {
    req.setTimeout(120_000);
    // Before anything else sees the request: it takes the proxy's secret out of it.
    trustOf(env, req);
    if (!hasOneHost(req)) {
      res.writeHead(400, { connection: "close" }).end();
      return;
    }
    dispatch(req, res).catch((error: unknown) => {
      getApp().log.error({ err: error }, "request failed");
      if (res.headersSent) res.destroy();
      else res.writeHead(500, { "content-type": "text/plain" }).end("Internal error");
    });
  };
  paceRequests(server, noteRejections(getApp().log));
  server.on("request", inTurn(inShares(answer, (req) => networkOfRequest(env, req))));
  const realtime = attachRealtime(server, { env, channels: channelsOfGroups() });
  answerUpgrades(server, ({ url = "" }) => url.startsWith(socketPath) || (isDev && url.includes("/_next/")));
  const sockets = trackSockets(server, env);
  await listen(server, env);
  const { port } = server.address() as AddressInfo; // listens on a port, not on a pipe
  ownPorts.add(port);
  resumeGroups(getApp());
  loadPages({ env, appDir, isDev, server, port }).then(resolve, reject);
  const ready = pages.then(() => giveBackMemory(getApp().stopping));
  return { port, ready, close: () => close(server, sockets, realtime) };
}

function openTls(tls: NonNullable<Env["tls"]>): Server {
  const server = createTlsServer(readTls(tls));
  paceTls(server);
  keepTls(server, tls, getApp);
  return server;
}

function listen(server: Server, { port, host }: Env): Promise<void> {
  return new Promise((listening, failed) => {
    server.once("error", (error: NodeJS.ErrnoException) => failed(explainListen(error, { port, host })));
    server.listen(port, host, () => listening());
  });
}

function explainListen(error: NodeJS.ErrnoException, { port, host }: Pick<Env, "port" | "host">): Error {
  switch (error.code) {
    case "EADDRINUSE":
      return new EnvError("FILEDECK_PORT", `${port} is already in use`);
    case "EACCES":
      return new EnvError("FILEDECK_PORT", `${port} requires more privileges; use a port above 1023`);
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
    case "EAI_AGAIN":
      return new EnvError("FILEDECK_HOST", `${host} is not an address of this machine`);
    default:
      return error;
  }
}

async function loadPages({ env, appDir, isDev, server, port }: Start & { server: Server; port: number }) {
  const next = await loadNext({ appDir, basePath: env.basePath, port, isDev });
  if (next.upgrade !== null) {
    const { upgrade } = next;
    server.on("upgrade", (req, socket, head) => {
      if (req.url?.includes("/_next/")) void upgrade(req, socket, head); // Next logs its own failures
    });
  }
  const publicDir = path.join(appDir, "public");
  const serveStatic =
    next.buildDir === null ? null : createStaticFiles({ staticDir: path.join(next.buildDir, "static"), publicDir });
  return { handle: next.handle, serveStatic, serveFrame: createFrames(path.join(appDir, "dist/frames")) };
}

function trackSockets(server: Server, env: Env): Set<Socket> {
  const sockets = new Set<Socket>();
  const { perNetwork, inAll } = limits.connections;
  // A connection says nothing yet: its address decides, and with it only what one network may hold of all there is.
  guardConnections(server, { perNetwork, inAll: connectionsInAll(inAll) }, ({ remoteAddress: address = "" }) =>
    isOwnMachine(address) || isProxyAddress(env, address) ? null : networkOf(address),
  );
  server.on("connection", (socket: Socket) => {
    if (socket.destroyed) return;
    sockets.add(socket);
    socket.once("close", () => sockets.delete(socket));
  });
  return sockets;
}

/** Behind a proxy on this machine everybody comes from here. */
function isOwnMachine(address: string): boolean {
  return /^(?:::ffff:)?127\.|^::1$|^$/.test(address);
}

const drainMs = 8_000;
const idleCheckMs = 100;

/** Takes no new requests, lets answers finish for 8 s, then ends what is left. */
async function close(server: Server, sockets: Set<Socket>, realtime: { close: () => Promise<void> }): Promise<void> {
  const released = realtime.close();
  const closed = new Promise<void>((done) => {
    server.close(() => done());
  });
  server.closeIdleConnections();
  // An answer that ends now leaves its connection open for the next request, which will not be taken.
  const idle = setInterval(() => server.closeIdleConnections(), idleCheckMs);
  const timer = setTimeout(() => {
    for (const socket of sockets) socket.destroy();
  }, drainMs);
  await closed;
  clearInterval(idle);
  clearTimeout(timer);
  await released;
}

/** Promise.withResolvers, which Node 20 lacks. */
function withResolvers<T>() {
  let resolve: (value: T) => void = () => undefined;
  let reject: (reason: unknown) => void = () => undefined;
  const promise = new Promise<T>((yes, no) => {
    resolve = yes;
    reject = no;
  });
  return { promise, resolve, reject };
}
