import { z } from "zod";
import { endpoint } from "./endpoint";
import { empty, password } from "./fields";

export const newPassword = z.string().min(8).max(256);

/** Part of the user contract: the caller's own password. */
export const ownPassword = {
  changePassword: endpoint({
    method: "POST",
    path: "user/password",
    access: "update_password",
    token: false,
    summary: "Change your password. Ends your other sessions.",
    input: z.object({ current: password, next: newPassword }),
    output: empty,
  }),
  confirm: endpoint({
    method: "POST",
    path: "user/confirm",
    access: "any-session",
    token: false,
    summary: "Confirm your password. Users and roles can be changed for the next ten minutes.",
    input: z.object({ password }),
    output: empty,
  }),
};
