import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { io } from "socket.io-client";
import { createChannels, type Tab } from "@/lib/client/create-channels";
import type { Channel } from "@/lib/contracts/channel";
import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { hashToken } from "@/lib/server/base/keys";
import { attachRealtime, socketPath } from "@/lib/server/realtime/attach-realtime";
import type { ServedChannel } from "@/lib/server/realtime/serve-channels";
import { forgetActors } from "@/lib/server/session/find-actor";
import { startTusServer } from "./start-tus-server";

type Halves = { cookie: string; token: string };
type Settings = {
  environment?: Readonly<Record<string, string>>;
  bounds?: Parameters<typeof attachRealtime>[1]["bounds"];
  channelBounds?: Parameters<typeof attachRealtime>[1]["channelBounds"];
};

/** Sockets of a server of their own, with these channels; in front of a real database and a real folder. */
export async function startRealtime(
  channels: readonly ServedChannel[],
  { environment, bounds, channelBounds }: Settings = {},
) {
  const api = await startTusServer(environment);
  const server = createServer();
  const realtime = attachRealtime(server, {
    env: { basePath: "" },
    channels,
    ...(bounds === undefined ? {} : { bounds }),
    ...(channelBounds === undefined ? {} : { channelBounds }),
  });
  await new Promise<void>((resolve) => {
    server.listen(0, "127.0.0.1", resolve);
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`; // a port, not a pipe
  const open: Tab[] = [];

  async function signIn(username: string, password: string): Promise<Halves> {
    const headers = { "content-type": "application/json" };
    const body = JSON.stringify({ username, password });
    const answer = await fetch(`${api.url}/api/user/login`, { method: "POST", body, headers });
    if (!answer.ok) throw new Error(`sign-in of ${username}: ${answer.status} ${await answer.text()}`);
    const { data } = (await answer.json()) as { data: { token: string } };
    const line = answer.headers.getSetCookie().find((one) => one.startsWith("filedeck.session."));
    return { cookie: line?.split(";")[0] ?? "", token: data.token };
  }
  const root = await signIn("root", "correct-horse-battery");

  /** A tab; a stranger's says nothing of a session. Resolves once it is let in as far as it will be. */
  const connect = (
    network: string,
    { cookie, token }: Partial<Halves> = {},
    headers: Record<string, string> = {},
  ): Promise<Tab | string> => {
    const extraHeaders = { origin: url, "x-forwarded-for": network, ...(cookie === undefined ? {} : { cookie }) };
    const socket: Tab = io(url, {
      path: socketPath,
      addTrailingSlash: false,
      transports: ["websocket"],
      reconnection: false,
      forceNew: true,
      // Who says nothing keeps the place until its time is over.
      auth: (say) => token !== undefined && say({ token }),
      extraHeaders: { ...extraHeaders, ...headers },
    });
    open.push(socket);
    return new Promise((resolve) => {
      socket.once("connect", () => resolve(socket));
      socket.once("connect_error", (error) => resolve(error.message));
      // Let in as far as a stranger gets: it may say who it is.
      if (token === undefined) socket.io.engine.once("open", () => resolve(socket));
    });
  };
  /** A tab that was let in. */
  const tab = async (session: Halves = root): Promise<Tab> => {
    const socket = await connect(randomId(8), session);
    if (typeof socket === "string") throw new Error(socket);
    return socket;
  };

  return {
    api,
    url,
    root,
    /** Of a user with these permissions, through a session of root's browser that was given to them. */
    async sessionOf(permissions: readonly Permission[]): Promise<Halves & { userId: string }> {
      const { id } = await api.makeUser([api.filesDir], permissions);
      const session = await signIn("root", "correct-horse-battery");
      await api.db.session.updateMany({ where: { tokenHash: hashToken(session.token) }, data: { userId: id } });
      forgetActors();
      return { ...session, userId: id };
    },
    connect,
    tab,
    /** Channels of such a tab, as a browser opens them. */
    channelsOf: async <Known extends Channel>(session: Halves = root) => {
      const socket = await tab(session);
      return { socket, ...createChannels<Known>(() => Promise.resolve(socket)) };
    },
    leave: () => open.splice(0).forEach((socket) => socket.disconnect()),
    stopRealtime: realtime.close,
    async close(): Promise<void> {
      server.closeAllConnections();
      server.close();
      await api.close();
    },
  };
}
