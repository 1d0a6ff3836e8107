/** Where the app is mounted; the page says so (spec §7), and an empty base is used if it does not. */
export function basePath(): string {
  return typeof document === "undefined"
    ? ""
    : (document.querySelector<HTMLMetaElement>('meta[name="filedeck-base"]')?.content ?? "");
}

/** The location below the base path: `/files/login` under `/files` is `/login`. */
export function stripBasePath(pathname: string, base = basePath()): string {
  if (base !== "" && (pathname === base || pathname.startsWith(`${base}/`))) return pathname.slice(base.length) || "/";
  return pathname;
}
