/** The address below the base path, or as it is where a proxy stripped the base already. */
export function stripBase(pathname: string, basePath: string): string {
  if (basePath === "" || (pathname !== basePath && !pathname.startsWith(`${basePath}/`))) return pathname;
  return pathname.slice(basePath.length) || "/";
}
