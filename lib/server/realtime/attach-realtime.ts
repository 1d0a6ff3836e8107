import type { IncomingMessage, Server } from "node:http";
import { Server as SocketServer } from "socket.io";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Env } from "@/lib/server/base/env";
import { findOriginProblem, headerOf, type OriginProblem } from "@/lib/server/http/exchange";
import { hasOneHost } from "@/lib/server/http/has-one-host";
import { sessionIdOf } from "@/lib/server/http/gate";
import { limits } from "@/lib/server/base/limits";
import { trustOf } from "@/lib/server/base/proxy-trust";
import { networkOfRequest } from "@/lib/server/http/network-of-request";
import { createCounts } from "@/lib/server/base/counts";
import { findEndReason } from "@/lib/server/session/find-end-reason";
import { findSessionActor, findSessionOwner } from "@/lib/server/session/find-actor";
import { isStillNamed, proxyNameOf } from "@/lib/server/session/proxy-name";
import { onSessionsEnded } from "@/lib/server/session/end-sessions";
import { stripBase } from "@/lib/server/http/strip-base";
import type { ServedChannel } from "./serve-channels";
import { noteRefusedOrigin } from "./note-refused-origin";
import { createPacedSockets, type Pace } from "./paced-sockets";
import { createSocketChannels, type ChannelHouse, type Tab, type Tabs } from "./socket-channels";

export const socketPath = "/api/socket";
const maxSocketsPerSession = 50;
/** For the way of a few words to a page that is let go. */
const toldMs = 2_000;

type Bounds = Readonly<Record<Exclude<keyof typeof limits.webSockets, "pace">, number>> & { readonly pace: Pace };
type Counted = { perNetwork: number; inAll: number };
type Realtime = {
  env: Pick<Env, "basePath">;
  channels: readonly ServedChannel[];
  bounds?: Bounds;
  channelBounds?: { number: Counted; windowBytes: Counted };
};

/**
 * One socket per tab, opened with both halves of the session and an exact Origin; what goes through it are channels. `close` resolves when
 * all of them have let go of what they held.
 */
export function attachRealtime(
  server: Server,
  { env, channels, bounds = limits.webSockets, channelBounds = limits.channels }: Realtime,
): { close: () => Promise<void> } {
  // With or without the base path: a proxy may strip it.
  server.prependListener("upgrade", (req: IncomingMessage) => {
    // Before anything else sees the request: it takes the proxy's secret out of it.
    trustOf(getApp().env, req);
    req.url = stripBase(req.url ?? "/", env.basePath);
  });
  const { perNetwork, inAll, anonymousInAll } = bounds;
  const networks = createCounts({ perNetwork, inAll });
  const anonymous = createCounts({ perNetwork, inAll: anonymousInAll });
  /** Of those that are let in: whether anything says that somebody signed in here has sent it. */
  const known = new WeakSet<IncomingMessage>();
  /** Of those that are let in: what was wrong with where they come from. */
  const foreign = new WeakMap<IncomingMessage, OriginProblem>();
  const findProblem = async (req: IncomingMessage): Promise<string | null> => {
    if (!hasOneHost(req)) return "request/host";
    const problem = findOriginProblem(getApp().env, req);
    if (problem !== null) {
      noteRefusedOrigin(getApp().log, problem);
      // Browsers show nothing of an answer that is none: a page is let in as far as to be told why, and no further.
      if (!/^https?:\/\//.test(req.headers.origin ?? "")) return "request/origin";
      foreign.set(req, problem);
    } else if ((await sessionIdOf(getApp(), { header: headerOf(req) })) !== null) known.add(req);
    const network = networkOfRequest(getApp().env, req);
    return networks.hasRoom(network) && (known.has(req) || anonymous.hasRoom(network)) ? null : "too many";
  };
  const paced = createPacedSockets(bounds.pace);
  const io: Tabs = new SocketServer(server, {
    wsEngine: paced.Server,
    path: socketPath,
    addTrailingSlash: false,
    destroyUpgrade: false,
    serveClient: false,
    transports: ["websocket"],
    maxHttpBufferSize: bounds.messageBytes,
    connectTimeout: bounds.connectMs,
    perMessageDeflate: false,
    allowRequest: (req, decide) => {
      void findProblem(req)
        .catch(() => "internal")
        .then((problem) => decide(problem, problem === null));
    },
  });
  io.engine.on(
    "connection",
    (socket: {
      request: IncomingMessage;
      on: (event: "packetCreate" | "flush", run: () => void) => void;
      once: (event: "close", run: () => void) => void;
    }) => {
      const ear = paced.earOf(socket.request);
      socket.on("packetCreate", () => ear?.answered());
      socket.on("flush", () => ear?.sent());
      const network = networkOfRequest(getApp().env, socket.request);
      socket.once("close", networks.enter(network));
      if (!known.has(socket.request)) socket.once("close", anonymous.enter(network));
    },
  );
  io.use((socket, next) => {
    const problem = foreign.get(socket.request);
    if (problem !== undefined) {
      setTimeout(() => socket.conn.close(), toldMs).unref();
      next(Object.assign(new Error("request/origin"), { data: problem }));
      return;
    }
    void findRefusal(io, socket)
      .catch((error: unknown) => {
        getApp().log.error({ err: error }, "socket refused");
        return new Error("internal");
      })
      // oxlint-disable-next-line promise/no-callback-in-promise -- socket.io middleware takes a callback
      .then(next);
  });
  const house: ChannelHouse = {
    app: getApp(),
    served: new Map(channels.map((served) => [served.channel.name, served])),
    places: { number: createCounts(channelBounds.number), windowBytes: createCounts(channelBounds.windowBytes) },
    maxOpening: bounds.unansweredEvents,
    running: new Set(),
  };
  io.on("connection", (socket) => {
    paced.earOf(socket.request)?.welcome(socket.data.userId);
    welcome(socket, house);
  });
  onSessionsEnded((ids, reason) => {
    for (const id of ids) {
      io.in(`session:${id}`).emit("session/ended", { reason });
      io.in(`session:${id}`).disconnectSockets(true);
    }
  });
  return {
    close: async () => {
      void io.close(); // the server closes by itself
      await Promise.all(house.running);
    },
  };
}

/** Why the socket is not let in; undefined lets it. */
async function findRefusal(io: Tabs, socket: Tab): Promise<Error | undefined> {
  const actor = await findSocketActor(socket);
  if (actor === null || actor.sessionId === null || actor.userId === null) return explainVisitor(socket);
  socket.data.sessionId = actor.sessionId;
  socket.data.userId = actor.userId;
  const open = io.sockets.adapter.rooms.get(`session:${actor.sessionId}`)?.size ?? 0;
  return open >= maxSocketsPerSession ? new Error("request/busy") : undefined;
}

async function findSocketActor(socket: Tab): Promise<Actor | null> {
  const halves = await halvesOf(socket);
  if (halves === null) return null;
  const { db, env } = getApp();
  const { sessionId, token } = halves;
  const actor = await findSessionActor(db, sessionId, token);
  const { request } = socket;
  const said = proxyNameOf({ trust: trustOf(env, request), header: headerOf(request) });
  return (await isStillNamed(db, { sessionId, said, isPublic: false })) ? actor : null;
}

/** The browser leaves the session at this error, for the reason in `data`. */
async function explainVisitor(socket: Tab): Promise<Error> {
  const halves = await halvesOf(socket);
  const reason = halves === null ? null : await findEndReason(getApp().db, halves.sessionId, halves.token);
  return Object.assign(new Error("auth/required"), { data: { reason } });
}

async function halvesOf(socket: Tab): Promise<{ sessionId: string; token: string } | null> {
  const token: unknown = socket.handshake.auth["token"];
  const sessionId = await sessionIdOf(getApp(), { header: headerOf(socket.request) });
  return sessionId === null || typeof token !== "string" ? null : { sessionId, token };
}

/** Listens at once: what the tab says first may be here already. */
function welcome(socket: Tab, house: ChannelHouse): void {
  const { sessionId } = socket.data;
  void socket.join(`session:${sessionId}`); // at once: there is one process
  socket.on("disconnect", createSocketChannels(socket, house));
  // It may have ended since the socket was let in, when nothing in the room could be told.
  findSessionOwner(house.app.db, sessionId).then(
    (owner) => owner === null && socket.disconnect(true),
    () => socket.disconnect(true),
  );
}
