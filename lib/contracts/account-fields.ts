import { z } from "zod";
import { hostPath, permission } from "./fields";

export const username = z
  .string()
  .regex(/^[^\s/\\:]{1,64}$/u, { message: "1 to 64 characters without spaces, slashes, colons" });
export const newPassword = z.string().min(8).max(256);

/** What an account is given beside its role. */
export const grantFields = {
  access_dirs: z.array(hostPath).max(200),
  not_access_dirs: z.array(hostPath).max(200),
  only_read_dirs: z.array(hostPath).max(200),
  auth_list: z.array(permission).max(200),
};
