import { io } from "socket.io-client";
import { createChannels, type Tab } from "@/lib/client/create-channels";
import type { Channel } from "@/lib/contracts/channel";
import type { Session } from "../../e2e/support/api-client";

/** A tab of somebody who is signed in, with its channels. */
export function openTab<C extends Channel>(url: string, session: Session) {
  const socket: Tab = io(url, {
    path: "/api/socket",
    addTrailingSlash: false,
    transports: ["websocket"],
    forceNew: true,
    auth: { token: session.token },
    extraHeaders: { origin: url, cookie: session.cookie },
  });
  return { socket, ...createChannels<C>(() => Promise.resolve(socket)) };
}
