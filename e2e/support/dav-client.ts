import { existsSync } from "node:fs";
import { call, makeUser, signIn, type Credentials, type Session, type UserOptions } from "./api-client";
import { rawRequest } from "./raw-request";
import type { Filedeck } from "./start-filedeck";

type Server = Pick<Filedeck, "url" | "port" | "filesDir">;
type Limits = { root?: string; read_only?: boolean };

export async function turnDav(server: Server, root: Session, on: boolean): Promise<void> {
  const { status, text } = await call(server, "dav/setting", { session: root, body: { on } });
  if (status !== 200) throw new Error(`WebDAV not turned: ${text}`);
}

/** A new app password of somebody who is signed in; `id` is for revoking it. */
export async function makeAppPassword(server: Server, session: Session, limits: Limits = {}) {
  const ask = () =>
    call<{ id: string; secret: string }>(server, "dav/passwords", { session, body: { name: "test", ...limits } });
  let made = await ask();
  if (made.answer.error === "auth/confirm") {
    await call(server, "user/confirm", { session, body: { password: session.password } });
    made = await ask();
  }
  if (made.status !== 200) throw new Error(`no app password: ${made.text}`);
  return { username: session.username, password: made.answer.data.secret, id: made.answer.data.id };
}

/** A new user with a role of these rights, and an app password. */
export async function makeDavUser(server: Server, root: Session, options: UserOptions, limits: Limits = {}) {
  const session = await signIn(server, await makeUser(server, root, options));
  return { ...(await makeAppPassword(server, session, limits)), session };
}

type Dav = { as?: Credentials | null; body?: string | Buffer; headers?: Record<string, string> };

/** One request of WebDAV; `target` goes to the wire as it is. */
export async function dav(server: Server, method: string, target: string, { as = null, body, headers = {} }: Dav = {}) {
  const basic = as === null ? {} : { authorization: basicOf(as) };
  const answer = await rawRequest(server, `${new URL(server.url).pathname.replace(/\/$/, "")}/dav/${target}`, {
    method,
    headers: { ...basic, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  return { status: answer.status, headers: answer.headers, text: answer.body.toString("utf8"), body: answer.body };
}

export function basicOf({ username, password }: Credentials): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;
}

/** Null where the program is there; otherwise the reason for which a test is skipped. */
export function missing(program: string): string | null {
  return existsSync(program) ? null : `${program} is not installed`;
}
