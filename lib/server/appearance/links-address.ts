import { getApp } from "@/lib/server/runtime/app";
import { linksSetting } from "./appearance-settings";

/** What links to this server begin with: what was set here, else how the server was started; null where neither says it. */
export function linksAddress(): string | null {
  const { address } = linksSetting.get();
  return address === "" ? (getApp().env.publicUrl?.href.replace(/\/$/, "") ?? null) : address;
}

/** A page's address for those who read it elsewhere, such as in a mail; null: none, rather than one that leads nowhere. */
export function addressElsewhere(page: string | null): string | null {
  const base = linksAddress();
  return page === null || base === null ? null : base + page;
}
