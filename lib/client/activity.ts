const key = "filedeck.active";
/** More often is not written down: the pointer moves a hundred times a second. */
const everyMs = 1_000;

let lastMs = 0;

/** The user does something, here. */
export function noteActivity(): void {
  const nowMs = Date.now();
  if (nowMs - lastMs < everyMs) return;
  lastMs = nowMs;
  localStorage.setItem(key, String(nowMs));
}

/** When the user last did something in any tab. */
export function readActivity(): number {
  return Math.max(lastMs, Number(localStorage.getItem(key) ?? 0) || 0);
}
