import { basePath } from "./base-path";

/** The address of a page as others open it: below the one that links begin with, else below the one that is in use here. */
export const publicAddress = (path: string, base: string | null): string =>
  `${base ?? `${location.origin}${basePath()}`}/${path}`;
