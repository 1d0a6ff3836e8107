import { leaveSession } from "./call";
import { doubtConnection, recoveries, refusedOrigin } from "./connection";
import type { Tab } from "./create-channels";
import { readToken } from "./token";
import { urls } from "./urls";

const againMs = 15_000;
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
    socket.on("connect_error", (error: Error & { data?: { reason?: unknown; got?: unknown; expected?: unknown } }) => {
      if (error.message === "auth/required") leaveSession(error.data?.reason);
      else if (error.message === "request/origin") {
        refusedOrigin.set({ got: String(error.data?.got), expected: String(error.data?.expected) });
        // It does not try again by itself after a refusal, and an operator may be at work.
        setTimeout(() => socket.connect(), againMs);
      } else doubtConnection();
    });
    socket.on("connect", () => refusedOrigin.set(null));
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
