const key = "filedeck.left";

/** Who has signed out in this tab is not signed in again by what a proxy says, until they ask for it. */
export function rememberLeft(): void {
  sessionStorage.setItem(key, "1");
}

export function hasLeft(): boolean {
  return sessionStorage.getItem(key) !== null;
}

export function forgetLeft(): void {
  sessionStorage.removeItem(key);
}
