const key = "filedeck.stay";

/** Whether this browser's last choice at the sign-in was to stay signed in; yes until there was one. */
export function readStay(): boolean {
  return localStorage.getItem(key) !== "0";
}

export function rememberStay(stay: boolean): void {
  localStorage.setItem(key, stay ? "1" : "0");
}
