import { io } from "socket.io-client";
import { createChannels, type Tab } from "@/lib/client/create-channels";
import type { Channel } from "@/lib/contracts/channel";
import type { Session } from "./api-client";
import type { Filedeck } from "./start-filedeck";

/** The socket of a user's tab without a page, and its channels. */
export function openTab<Known extends Channel>(server: Pick<Filedeck, "url">, session: Session) {
  const { origin, pathname } = new URL(server.url);
  const socket: Tab = io(origin, {
    path: `${pathname === "/" ? "" : pathname}/api/socket`,
    addTrailingSlash: false,
    transports: ["websocket"],
    // Each tab has a connection of its own.
    forceNew: true,
    auth: { token: session.token },
    extraHeaders: { origin, cookie: session.cookie },
  });
  return { ...createChannels<Known>(() => Promise.resolve(socket)), close: () => void socket.disconnect() };
}
