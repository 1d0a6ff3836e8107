const key = "filedeck.token";

/** The half of the session that lives in local storage. The text "null" counts as none (spec §2). */
export function readToken(): string | null {
  const token = localStorage.getItem(key);
  return token === null || token === "" || token === "null" ? null : token;
}

export function storeToken(token: string): void {
  localStorage.setItem(key, token);
}

export function dropToken(): void {
  localStorage.removeItem(key);
}
