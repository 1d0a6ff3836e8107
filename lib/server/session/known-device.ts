import { randomId } from "@/lib/shared/units";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { dayMs } from "./cookie";
import { isSame, sign, type Keys } from "@/lib/server/base/keys";
import { networkOf } from "./throttle";

export const deviceCookie = "filedeck.device";
const deviceDays = 365;
/** Of a browser that several people use. */
const maxAccounts = 5;

/** A browser that has signed in before, and whose accounts it was. It opens nothing: it only has a count of its own. */
export type Device = { id: string; userIds: readonly string[] };

/** Null for what was not signed here, or a year ago. */
export function parseDevice(keys: Pick<Keys, "device">, value: string | null, nowMs = Date.now()): Device | null {
  const [id = "", users = "", expiry = "", signature = ""] = (value ?? "").split(".");
  if (!isSame(signature, sign(keys.device, `${id}.${users}.${expiry}`))) return null;
  return Number.parseInt(expiry, 36) > nowMs ? { id, userIds: users.split("~") } : null;
}

export function formatDevice(keys: Pick<Keys, "device">, { id, userIds }: Device, expiresAtMs: number): string {
  const text = `${id}.${userIds.join("~")}.${expiresAtMs.toString(36)}`;
  return `${text}.${sign(keys.device, text)}`;
}

/** After a sign-in: this browser is one that the user has. Sent to the sign-in alone. */
export function keepDevice({ browser, request }: Pick<Ctx, "browser" | "request">, keys: Keys, userId: string): void {
  const known = parseDevice(keys, request.cookie(deviceCookie));
  const others = (known?.userIds ?? []).filter((other) => other !== userId);
  const device = { id: known?.id ?? randomId(), userIds: [userId, ...others].slice(0, maxAccounts) };
  const expiresAt = new Date(Date.now() + deviceDays * dayMs);
  const value = formatDevice(keys, device, expiresAt.getTime());
  browser.keep({ name: deviceCookie, value, path: "/api/user/login", expiresAt });
}

/** Whether one of the user's sign-ins of the last two months came from this network. */
export async function isKnownNetwork({ db, request }: Pick<Ctx, "db" | "request">, userId: string): Promise<boolean> {
  const sessions = await db.session.findMany({ where: { userId }, select: { address: true } });
  const network = networkOf(request.address);
  return sessions.some(({ address }) => networkOf(address) === network);
}
