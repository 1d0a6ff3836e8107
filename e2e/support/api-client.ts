import type { Answer } from "@/lib/contracts/answer";
import { contracts } from "@/lib/contracts/all";
import type { Permission } from "@/lib/shared/permissions";
import { randomId } from "@/lib/shared/units";
import { rootUser, type Filedeck } from "./start-filedeck";

export type Credentials = { username: string; password: string };
export type Session = Credentials & { token: string; cookie: string };
export type UserOptions = {
  permissions?: readonly Permission[];
  access?: readonly string[];
  readOnly?: readonly string[];
  deny?: readonly string[];
};
export type CallOptions = {
  method?: string;
  body?: unknown;
  headers?: Record<string, string>;
  session?: Session | null;
};

/** One request as a script would make it, without the app's own client: what counts is the wire. */
export async function call<T = unknown>(server: Pick<Filedeck, "url">, path: string, options: CallOptions = {}) {
  const { body, session = null, headers = {} } = options;
  const isJson =
    body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array) && !(body instanceof FormData);
  const response = await fetch(`${server.url}/api/${path}`, {
    method: options.method ?? (body === undefined ? "GET" : "POST"),
    headers: {
      ...(session === null ? {} : { cookie: session.cookie, authorization: session.token }),
      ...(isJson ? { "content-type": "application/json" } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isJson ? JSON.stringify(body) : (body as BodyInit) }), // checked above
    redirect: "manual",
  });
  const text = await response.text();
  // The answer to a HEAD has the type of the one it stands for, and no body.
  const isAnswer = text !== "" && response.headers.get("content-type")?.startsWith("application/json") === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    answer: (isAnswer ? JSON.parse(text) : null) as Answer<T>,
  };
}

export async function signIn(
  server: Pick<Filedeck, "url">,
  { username, password }: Credentials = rootUser,
): Promise<Session> {
  const { status, headers, answer } = await call<{ token: string }>(server, contracts.user.login.path, {
    body: { username, password },
  });
  if (status !== 200) throw new Error(`sign-in of ${username}: ${status} ${answer.message}`);
  // Not the one that names the device.
  const line = headers.getSetCookie().find((one) => one.startsWith("filedeck.session."));
  const cookie = line?.split(";")[0] ?? "";
  return { username, password, token: answer.data.token, cookie };
}

/** A new user with a role of these permissions and folders, made by root through the API. */
export async function makeUser(
  server: Pick<Filedeck, "url" | "filesDir">,
  root: Session,
  options: UserOptions = {},
): Promise<Credentials & { id: string; roleId: string }> {
  const { permissions = [], access = [server.filesDir], readOnly = [], deny = [] } = options;
  const grants = { access_dirs: access, only_read_dirs: readOnly, not_access_dirs: deny, auth_list: permissions };
  const role = await change(server, root, "user/roles", { name: `role-${randomId(8)}`, ...grants });
  const credentials = { username: `user-${randomId(8)}`, password: randomId(16) };
  const none = { access_dirs: [], only_read_dirs: [], not_access_dirs: [], auth_list: [] };
  const body = { ...credentials, is_root: false, disabled: false, role_id: role.answer.data.id, ...none };
  const user = await change(server, root, "user/users", body);
  if (user.status !== 200) throw new Error(`user not made: ${user.text}`);
  return { ...credentials, id: user.answer.data.id, roleId: role.answer.data.id };
}

/** A call that asks for the password again in a session older than ten minutes. */
async function change(server: Pick<Filedeck, "url">, session: Session, path: string, body: unknown) {
  const first = await call<{ id: string }>(server, path, { session, body });
  if (first.answer.error !== "auth/confirm") return first;
  await call(server, contracts.user.confirm.path, { session, body: { password: session.password } });
  return call<{ id: string }>(server, path, { session, body });
}
