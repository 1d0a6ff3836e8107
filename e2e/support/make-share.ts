import { expect } from "@playwright/test";
import type { Share } from "@/lib/contracts/share";
import { call, type Session } from "./api-client";
import type { Filedeck } from "./start-filedeck";

/** Shares something as the session's user; `body` is that of `share/create`. */
export async function makeShare(server: Filedeck, session: Session, body: object): Promise<Share> {
  const { status, answer, text } = await call<Share>(server, "share/create", { session, body });
  expect(status, text).toBe(200);
  return answer.data;
}
