const key = "filedeck.last-page";

/** Where the user was, so that signing in again leads back; for this tab only. */
export function rememberPage(path: string): void {
  sessionStorage.setItem(key, path);
}

/** Takes the remembered page; null when there is none or it is not a page of this app. */
export function takePage(): string | null {
  const path = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  return path !== null && isOwnPage(path) ? path : null;
}

export function forgetPage(): void {
  sessionStorage.removeItem(key);
}

/** A path below the base, never another host: `//host` and `/\host` are addresses of other sites. */
export function isOwnPage(path: string): boolean {
  return (
    /^\/(?![/\\])/.test(path) && !["/", "/login", "/setup", "/second-factor"].includes(path.split(/[?#]/)[0] ?? "")
  );
}
