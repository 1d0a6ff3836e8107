import { portRange as schema } from "@/lib/contracts/docker-make";
import { defineSetting } from "@/lib/server/group/define-setting";
import { assertRoot } from "@/lib/server/http/assert-root";
import { getApp } from "@/lib/server/runtime/app";

/**
 * What people who are no administrators may have: a range in which no usual service is, nor Kubernetes' on most machines, and which Linux gives to nobody by itself. All other ports are
 * administrators': in place of a service that is restarted, or is not there yet when the machine starts, somebody else's container or forward would get the passwords.
 */
export const portRange = defineSetting({
  name: "ports",
  schema,
  fallback: { first: 31_500, last: 32_399 },
  check: (_, ctx) => assertRoot(ctx),
});

/** Whether all ports from the first to the last are in the range; Filedeck's own never is. */
export function isPermitted(first: number, last = first): boolean {
  const range = portRange.get();
  const own = getApp().env.port;
  return first >= range.first && last <= range.last && !(first <= own && own <= last);
}

/** As errors say it. */
export function rangeParams(): { first: string; last: string } {
  const { first, last } = portRange.get();
  return { first: String(first), last: String(last) };
}
