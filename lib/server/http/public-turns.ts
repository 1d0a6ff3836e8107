import type { Endpoint } from "@/lib/contracts/endpoint";
import { limits } from "@/lib/server/base/limits";
import { getApp } from "@/lib/server/runtime/app";
import { deviceCookie, parseDevice } from "@/lib/server/session/known-device";
import { createTurns } from "@/lib/server/base/turns";
import { holderOf } from "./holder-of";
import type { Service } from "./service";

const turns = createTurns(limits.publicCalls);

/**
 * The same, in turn: for what anybody may call before signing in. A browser that somebody has signed in from before is not anonymous. The body is
 * here by then, so who stalls with one holds no turn. Throws request/busy and request/overloaded as well.
 */
export function inPublicTurn<E extends Endpoint>(service: Service<E>): Service<E> {
  return async (input, ctx) => {
    const device = parseDevice(getApp().keys, ctx.request.cookie(deviceCookie));
    const leave = await turns(device === null ? holderOf(ctx) : `device ${device.id}`, ctx.signal);
    ctx.leaveTurn = leave;
    return service(input, ctx).finally(leave);
  };
}
