import { hash, verify } from "@node-rs/argon2";
import { remember } from "@/lib/server/remember";

/** Argon2id with OWASP's first recommendation: 19 MiB, 2 passes, 1 lane. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

/** Whether the password fits. With null (no such user) it takes the same time and is false. */
export async function isPassword(passwordHash: string | null, password: string): Promise<boolean> {
  if (passwordHash !== null) return verify(passwordHash, password);
  const decoy = remember("decoy-password", () => hashPassword("no such user"));
  await verify(await decoy, password);
  return false;
}
