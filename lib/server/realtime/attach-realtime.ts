import type { IncomingMessage, Server } from "node:http";
import { Server as SocketServer, type Socket } from "socket.io";
import { clientEvents, type ClientEvent, type ServerEvent, type ServerEventOf } from "@/lib/contracts/events";
import { isAppError } from "@/lib/shared/errors";
import { getApp } from "@/lib/server/runtime/app";
import type { Actor } from "@/lib/server/runtime/ctx";
import type { Env } from "@/lib/server/base/env";
import { describePeer, findOriginProblem } from "@/lib/server/http/exchange";
import { assertAccess, parseInput, sessionIdOf } from "@/lib/server/http/gate";
import { limits } from "@/lib/server/base/limits";
import { networkOf } from "@/lib/server/session/throttle";
import { createCounts } from "@/lib/server/base/counts";
import { findEndReason } from "@/lib/server/session/find-end-reason";
import { findSessionActor, findSessionOwner } from "@/lib/server/session/find-actor";
import { onSessionsEnded } from "@/lib/server/session/end-sessions";
import { onTaskChanged, onTasksSeen } from "@/lib/server/task/running-tasks";
import { stripBase } from "@/lib/server/http/strip-base";
import { createFolderRooms } from "./folder-rooms";

export const socketPath = "/api/socket";
const maxSocketsPerSession = 50;

type Bounds = { readonly [Name in keyof typeof limits.webSockets]: number };

/** One socket per tab, opened with both halves of the session and an exact Origin; rooms per session, user and root. */
export function attachRealtime(
  server: Server,
  env: Pick<Env, "basePath">,
  bounds: Bounds = limits.webSockets,
): { close: () => void } {
  // With or without the base path: a proxy may strip it.
  server.prependListener("upgrade", (req: IncomingMessage) => {
    req.url = stripBase(req.url ?? "/", env.basePath);
  });
  const { perNetwork, inAll, strangersInAll } = bounds;
  const networks = createCounts({ perNetwork, inAll });
  const strangers = createCounts({ perNetwork, inAll: strangersInAll });
  /** Of those that are let in: whether anything says that somebody signed in here has sent it. */
  const known = new WeakSet<IncomingMessage>();
  const findProblem = async (req: IncomingMessage): Promise<string | null> => {
    const problem = findOriginProblem(getApp().env, req);
    if (problem !== null) return problem;
    if ((await sessionIdOf(getApp(), { header: headerOf(req) })) !== null) known.add(req);
    const network = networkOfSocket(req);
    return networks.hasRoom(network) && (known.has(req) || strangers.hasRoom(network)) ? null : "too many";
  };
  const io = new SocketServer(server, {
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
    (socket: { request: IncomingMessage; once: (event: "close", run: () => void) => void }) => {
      const network = networkOfSocket(socket.request);
      socket.once("close", networks.enter(network));
      if (!known.has(socket.request)) socket.once("close", strangers.enter(network));
    },
  );
  io.use((socket, next) => {
    void findRefusal(io, socket)
      .catch((error: unknown) => {
        getApp().log.error({ err: error }, "socket refused");
        return new Error("internal");
      })
      // oxlint-disable-next-line promise/no-callback-in-promise -- socket.io middleware takes a callback
      .then(next);
  });
  io.on("connection", (socket) => {
    void welcome(socket); // reports its own failures
  });
  const emit = <E extends ServerEvent>(rooms: string[], event: E, payload: ServerEventOf<E>) =>
    io.to(rooms).emit(event, payload);
  onTaskChanged((task, ownerId) => emit(["root", `user:${ownerId}`], "task/changed", task));
  onTasksSeen((ownerId) => emit([`user:${ownerId}`], "task/seen", {}));
  onSessionsEnded((ids, reason) => {
    for (const id of ids) {
      emit([`session:${id}`], "session/ended", { reason });
      io.in(`session:${id}`).disconnectSockets(true);
    }
  });
  return { close: () => void io.close() };
}

/** Why the socket is not let in; undefined lets it. */
async function findRefusal(io: SocketServer, socket: Socket): Promise<Error | undefined> {
  const actor = await findSocketActor(socket);
  if (actor === null) return explainVisitor(socket);
  const open = io.sockets.adapter.rooms.get(`session:${actor.sessionId}`)?.size ?? 0;
  return open >= maxSocketsPerSession ? new Error("request/busy") : undefined;
}

async function findSocketActor(socket: Socket): Promise<Actor | null> {
  const halves = await halvesOf(socket);
  return halves === null ? null : findSessionActor(getApp().db, halves.sessionId, halves.token);
}

/** The browser leaves the session at this error, for the reason in `data`. */
async function explainVisitor(socket: Socket): Promise<Error> {
  const halves = await halvesOf(socket);
  const reason = halves === null ? null : await findEndReason(getApp().db, halves.sessionId, halves.token);
  return Object.assign(new Error("auth/required"), { data: { reason } });
}

async function halvesOf(socket: Socket): Promise<{ sessionId: string; token: string } | null> {
  const token: unknown = socket.handshake.auth["token"];
  const sessionId = await sessionIdOf(getApp(), { header: headerOf(socket.request) });
  return sessionId === null || typeof token !== "string" ? null : { sessionId, token };
}

function networkOfSocket(req: IncomingMessage): string {
  const peer = { remoteAddress: req.socket.remoteAddress ?? "", encrypted: false, header: headerOf(req) };
  return networkOf(describePeer(getApp().env, peer).address);
}

function headerOf(req: IncomingMessage) {
  return (name: string) => {
    const value = req.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  };
}

async function welcome(socket: Socket): Promise<void> {
  const app = getApp();
  const actor = await findSocketActor(socket);
  if (actor === null || actor.sessionId === null) {
    socket.disconnect(true);
    return;
  }
  const { sessionId } = actor;
  await socket.join([`session:${sessionId}`, `user:${actor.userId}`, ...(actor.isRoot ? ["root"] : [])]);
  const rooms = createFolderRooms({
    changed: (change) => socket.emit("folder/changed", change),
    watched: (state) => socket.emit("folder/watched", state),
  });
  socket.on("disconnect", () => rooms.leaveAll());

  let unanswered = 0;
  /** One look after the other: leaving a folder and entering it again must not overtake each other. */
  let looked: Promise<unknown> = Promise.resolve();
  /** The gate of socket events: the session and the permission are looked at again for each. */
  const handle = (
    event: ClientEvent,
    run: (input: { path: Parameters<typeof rooms.leave>[0] }, actor: Actor) => Promise<void>,
  ) => {
    socket.on(event, (payload: unknown) => {
      if (++unanswered > limits.webSockets.unansweredEvents) {
        socket.disconnect(true);
        return;
      }
      const work = async () => {
        const look = looked.then(() => findSessionOwner(app.db, sessionId));
        looked = look.catch(() => {}); // its own event tells
        const current = await look;
        if (current === null) {
          socket.disconnect(true);
          return;
        }
        assertAccess(current, { access: clientEvents[event].access, token: false });
        await run(parseInput(clientEvents[event].input, payload), current);
      };
      work()
        .catch((error: unknown) => {
          if (!isAppError(error)) app.log.error({ err: error, event }, "socket event failed");
        })
        .finally(() => unanswered--);
    });
  };
  handle("folder/watch", async ({ path }, current) => rooms.enter(path, app.storageFor(current)));
  handle("folder/unwatch", async ({ path }) => rooms.leave(path));
}
