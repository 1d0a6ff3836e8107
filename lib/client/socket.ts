import { leaveSession } from "./call";
import { doubtConnection, recoveries } from "./connection";
import type { Tab } from "./create-channels";
import { readToken } from "./token";
import { urls } from "./urls";

let connecting: Promise<Tab> | null = null;

/** One socket per tab, loaded with the first channel. */
export function connect(): Promise<Tab> {
  connecting ??= import("socket.io-client").then(({ io }) => {
    const socket: Tab = io({
      path: urls.socket(),
      transports: ["websocket"],
      auth: (give) => give({ token: readToken() }),
      reconnectionDelayMax: 10_000,
    });
    socket.on("session/ended", ({ reason }) => leaveSession(reason));
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
