import type { Socket } from "node:net";
import type { Sender } from "@/lib/server/base/paced-work";
import { networkOf } from "@/lib/server/session/throttle";

/** Whoever has opened a connection, by their network, before anything else is known of them. Behind a proxy all are one. */
export const visitorAt = ({ remoteAddress = "" }: Socket): Sender => ({
  kind: "visitor",
  name: networkOf(remoteAddress),
});
