import { z } from "zod";

/** What a sign-in answers. `factor_missing`: a second factor is required, and has to be set up before anything else. */
export const signedIn = z.object({ token: z.string(), factor_missing: z.boolean() });
export type SignedIn = z.infer<typeof signedIn>;

/** Whether the session goes on while nothing is done, and when the browser is closed; where the server's settings allow that. */
export const stay = z.boolean().default(true);
