import type { Actor } from "@/lib/server/runtime/ctx";

export const hasLan = ({ isRoot, permissions }: Pick<Actor, "isRoot" | "permissions">): boolean =>
  isRoot || permissions.has("lan_access");
