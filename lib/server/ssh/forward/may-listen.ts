import type { Actor } from "@/lib/server/runtime/ctx";
import type { Forward } from "./open-forward";

const loopback = new Set(["127.0.0.1", "::1", "localhost"]);
const firstUsualPort = 1024;

type Listening = Pick<Forward, "kind" | "bindAddress" | "bindPort">;

/** What listens on this server is for whoever reaches it: on other addresses than its own, and where services are, only administrators let something listen. */
export function mayListen({ kind, bindAddress, bindPort }: Listening, { isRoot }: Pick<Actor, "isRoot">): boolean {
  return isRoot || kind === "remote" || (loopback.has(bindAddress) && bindPort >= firstUsualPort);
}
