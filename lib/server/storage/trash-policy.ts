import { isWithin } from "@/lib/shared/paths";
import type { Policy } from "./policy";

/** What lies in a folder of the trash is its owner's, once `mayReach` let them in, whatever the rules say about other places. */
export function openPolicy(policy: Policy, folder: string): Policy {
  const isInside = (path: string) => isWithin(path, folder);
  return {
    isRoot: policy.isRoot,
    access: (path) => (isInside(path) ? "write" : policy.access(path)),
    mayPass: (path) => isInside(path) || policy.mayPass(path),
    isUniformBelow: (path) => isInside(path) || policy.isUniformBelow(path),
    holdsRestricted: (path) => !isInside(path) && policy.holdsRestricted(path),
    isProtected: (path) => !isInside(path) && policy.isProtected(path),
    holdsProtected: (path) => !isInside(path) && policy.holdsProtected(path),
    meet: policy.meet,
  };
}
