import type { ComponentType } from "react";
import { lazyScreen } from "@/components/layout/lazy-screen";
import type { Permission } from "@/lib/shared/permissions";

/** A page of the console. */
export type ConsolePage = {
  /** Its address below the base path, without a slash before it. */
  path: string;
  /** Without it there is only word of which right is missing; null: the page looks for itself, or everybody has it. */
  permission: Permission | null;
  Screen: ComponentType;
};

type Definition = { path: string; permission?: Permission; load: () => Promise<{ default: ComponentType }> };

/** A page for a feature's list, loaded when it is first shown. `npm run generate` reads its path for the server (scripts/make-pages.mjs). */
export function page({ path, permission, load }: Definition): ConsolePage {
  return { path, permission: permission ?? null, Screen: lazyScreen(load) };
}
