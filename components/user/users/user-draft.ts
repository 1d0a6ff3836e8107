import { newPassword } from "@/lib/contracts/own-password";
import { username as usernameSchema, type User } from "@/lib/contracts/user";
import { grantsOf, noGrants } from "@/components/user/grants/grants";

/** The editor's working copy of a user; `user` null: a new one. */
export function draftOf(user: User | null) {
  if (user === null)
    return { username: "", password: "", role_id: null as string | null, is_root: false, disabled: false, ...noGrants };
  const { username, role_id, is_root, disabled } = user;
  return { username, password: "", role_id, is_root, disabled, ...grantsOf(user) };
}
export type UserDraft = ReturnType<typeof draftOf>;

export type FieldProblem = "empty" | "username" | "password" | null;

/** What is wrong with each field. The password counts for new users only. */
export function problemsOf({ username, password }: UserDraft, isNew: boolean) {
  const ofUsername = (): FieldProblem => (usernameSchema.safeParse(username).success ? null : "username");
  const ofPassword = (): FieldProblem => (newPassword.safeParse(password).success ? null : "password");
  return {
    username: username === "" ? ("empty" as const) : ofUsername(),
    password: !isNew ? null : password === "" ? ("empty" as const) : ofPassword(),
  };
}
