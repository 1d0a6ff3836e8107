import { z } from "zod";
import { containerRules } from "./container-rules";
import { grantFolder, permission } from "./fields";

export const username = z
  .string()
  .normalize("NFC")
  .regex(/^[^\s/\\:]{1,64}$/u, { message: "1 to 64 characters without spaces, slashes, colons" });

/** What a role gives, and what an account has beside it. */
export const grantFields = {
  access_dirs: z.array(grantFolder).max(200),
  not_access_dirs: z.array(grantFolder).max(200),
  only_read_dirs: z.array(grantFolder).max(200),
  auth_list: z.array(permission).max(200),
  /** Bytes that the writable folders may hold; null: no limit. The user's own counts before the role's. */
  quota_bytes: z.number().int().min(0).max(Number.MAX_SAFE_INTEGER).nullable(),
  containers: containerRules,
};
