import type { Socket } from "socket.io-client";
import type { ClientEvent, ClientEventOf, ServerEvent, ServerEventOf } from "@/lib/contracts/events";
import { leaveSession } from "./call";
import { doubtConnection, recoveries } from "./connection";
import { readToken } from "./token";
import { urls } from "./urls";

let connecting: Promise<Socket> | null = null;

/** One socket per tab, loaded with the first subscription. */
function connect(): Promise<Socket> {
  connecting ??= import("socket.io-client").then(({ io }) => {
    const socket = io({
      path: urls.socket(),
      transports: ["websocket"],
      auth: (give) => give({ token: readToken() }),
      reconnectionDelayMax: 10_000,
    });
    socket.on("session/ended", ({ reason }: ServerEventOf<"session/ended">) => leaveSession(reason));
    // The session ended while there was no connection.
    socket.on("connect_error", (error: Error & { data?: { reason?: unknown } }) => {
      if (error.message === "auth/required") leaveSession(error.data?.reason);
      else doubtConnection();
    });
    socket.on("disconnect", (reason) => {
      if (reason !== "io client disconnect") doubtConnection();
    });
    window.addEventListener("offline", doubtConnection);
    // At once, instead of at the end of a pause that has grown.
    recoveries.subscribe(() => {
      if (!socket.connected) socket.disconnect().connect();
    });
    return socket;
  });
  return connecting;
}

/** Listens to a server event until the returned function is called. */
export function subscribe<E extends ServerEvent>(event: E, listener: (payload: ServerEventOf<E>) => void): () => void {
  let isOver = false;
  // socket.io types events as strings; the contract types the payload.
  const handler = listener as (payload: unknown) => void;
  void connect().then((socket) => {
    if (!isOver) socket.on<string>(event, handler);
  });
  return () => {
    isOver = true;
    void connecting?.then((socket) => socket.off<string>(event, handler));
  };
}

/** Sends an event now and again after every reconnection, until the returned function is called. */
export function keepSending<E extends ClientEvent>(event: E, payload: ClientEventOf<E>): () => void {
  let isOver = false;
  let send: (() => void) | null = null;
  void connect().then((socket) => {
    if (isOver) return;
    send = () => socket.emit(event, payload);
    socket.on("connect", send);
    if (socket.connected) send();
  });
  return () => {
    isOver = true;
    void connecting?.then((socket) => send && socket.off("connect", send));
  };
}

export function send<E extends ClientEvent>(event: E, payload: ClientEventOf<E>): void {
  void connect().then((socket) => socket.emit(event, payload));
}
