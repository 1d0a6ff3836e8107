import { encodePath } from "./paths";

/** The field of an address that names what a page shows the details of. */
export const detailsField = "details";

/** A page with the details of one thing open, below the base path. */
export function detailsAddress(page: string, id: string): string {
  return `${page}${page.includes("?") ? "&" : "?"}${detailsField}=${encodePath(id)}`;
}
