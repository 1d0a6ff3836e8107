import { agentName } from "@/lib/shared/agent-name";
import { tellUser } from "@/lib/server/runtime/tell-user";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { getApp } from "@/lib/server/runtime/app";
import { deviceCookie, isKnownNetwork, parseDevice } from "./known-device";

/**
 * Before a session begins: what tells its user, once it has begun, where the browser is none that they have signed in from. One of a network that they have
 * sessions from is in the list alone; the first sign-in of all is no news.
 */
export async function findNewDevice({ db, request }: Pick<Ctx, "db" | "request">, userId: string): Promise<() => void> {
  const nothing = () => undefined;
  const device = parseDevice(getApp().keys, request.cookie(deviceCookie));
  if (device?.userIds.includes(userId) === true) return nothing;
  const user = await db.user.findUnique({ where: { id: userId }, select: { lastSeenAt: true } });
  if (user === null || user.lastSeenAt === null) return nothing;
  const isKnown = await isKnownNetwork({ db, request }, userId);
  return () =>
    tellUser({
      userId,
      message: {
        kind: "security",
        importance: isKnown ? "info" : "warning",
        words: "signIn",
        params: { address: request.address, agent: agentName(request.agent) ?? request.agent.slice(0, 120) },
        link: "/account",
      },
      ...(isKnown ? { ways: ["list"], isRead: true } : {}),
    });
}
