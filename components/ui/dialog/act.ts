/** Whether a dialog's act has come to its end, as has what is none. Why it failed says whoever does it. */
export async function isActDone(act: (() => Promise<unknown>) | undefined): Promise<boolean> {
  try {
    await act?.();
    return true;
  } catch {
    return false;
  }
}
