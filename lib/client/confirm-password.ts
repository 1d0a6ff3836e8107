/** Asks the user for the password and gives it to the server; false when the user gives up. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;
let asking: Promise<boolean> | null = null;

/** The screen says how it asks; null takes it back. */
export function setPasswordAsk(next: Ask | null): void {
  ask = next;
}

/** One question for all calls that wait for it. False where no screen is there to ask. */
export function confirmPassword(): Promise<boolean> {
  if (ask === null) return Promise.resolve(false);
  asking ??= ask().finally(() => {
    asking = null;
  });
  return asking;
}
