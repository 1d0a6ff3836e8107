import type { Words } from "@/components/domain/entry/words";
import { openPrompt } from "@/components/ui/dialog/dialog-store";
import { isAppError } from "@/lib/shared/errors";

const isAboutPassword = (error: unknown) =>
  isAppError(error) && (error.key === "archive/password" || error.key === "archive/password-wrong");

/** Does something with an archive, and once more with the password when it turns out to need one; null when that is not given. */
export async function withPassword<T>(
  name: string,
  words: Words,
  act: (password: string | undefined) => Promise<T>,
): Promise<T | null> {
  try {
    return await act(undefined);
  } catch (error) {
    if (!isAboutPassword(error)) throw error;
  }
  let outcome: { value: T } | { error: unknown } | null = null;
  const answer = await openPrompt({
    title: words.t("archivePassword.title", { name }),
    label: words.t("archivePassword.label"),
    confirmLabel: words.t("archivePassword.confirm"),
    type: "password",
    validate: async (password) => {
      try {
        outcome = { value: await act(password) };
      } catch (error) {
        if (isAboutPassword(error)) return words.errorText(error);
        outcome = { error };
      }
      return null;
    },
  });
  return answer === null ? null : take(outcome);
}

/** Apart, as the compiler does not see that the answer's check has run. */
function take<T>(outcome: { value: T } | { error: unknown } | null): T | null {
  if (outcome !== null && "error" in outcome) throw outcome.error;
  return outcome?.value ?? null;
}
