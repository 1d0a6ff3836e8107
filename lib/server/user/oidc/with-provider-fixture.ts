import path from "node:path";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach } from "vitest";
import { readEnv } from "@/lib/server/base/env";
import { deriveKeys } from "@/lib/server/base/keys";
import { openNewDb } from "@/lib/server/db/made-once-fixture";
import type { Db } from "@/lib/server/db/open-db";
import { startAppOf } from "@/lib/server/runtime/app-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { forgetActors, visitor } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { makeLocalFixture, type LocalFixture } from "@/lib/server/storage/local-fixture";
import { defaultSignInRules, setSignInRules } from "@/lib/server/session/sign-in-rules";
import { setOidcSetting } from "./oidc-setting";
import { client, startProvider, walkThrough, type People } from "./provider-fixture";
import { beginOidcLogin } from "./send-to-provider";
import { loginOidc } from "./sign-in-oidc";

export const redirectUri = "http://files.test/login/oidc";

export const readers = { id: "readers", name: "Readers", grants: { ...noGrants, auth_list: ["file_read"] } };
export const writers = { id: "writers", name: "Writers", grants: { ...noGrants, auth_list: ["file_write"] } };
/** What a user has beside the name. */
export const noSecret = { passwordHash: "x", grants: noGrants, preferences: {} };

export const keyOf = (work: Promise<unknown>) =>
  work.then(
    () => "in",
    (error: { key?: string }) => error.key ?? error,
  );

type Changes = Partial<Parameters<typeof setOidcSetting>[0]>;
let networks = 0;

/** A server that knows mia, an administrator, and a provider that knows sub-tom; set up anew for every test of the file. */
export function withProvider() {
  const people: People = {};
  let fixture: LocalFixture;
  let db: Db;
  let provider: Awaited<ReturnType<typeof startProvider>>;

  beforeAll(async () => {
    fixture = await makeLocalFixture();
    db = await openNewDb(path.join(fixture.base, "filedeck.db"));
    startAppOf({ keys: deriveKeys(Buffer.alloc(32, 7)), db, env: { ...readEnv(), publicUrl: null, basePath: "" } });
    provider = await startProvider({ people, redirectUri });
  });
  afterAll(async () => {
    setSignInRules(() => defaultSignInRules);
    await provider.close();
    await db.$disconnect();
    await fixture.close();
  });
  beforeEach(async () => {
    setSignInRules(() => defaultSignInRules);
    await db.user.deleteMany();
    await db.role.deleteMany();
    await db.role.createMany({ data: [readers, writers] });
    await db.user.create({ data: { id: "mia", username: "mia", isRoot: true, ...noSecret } });
    // Of tests before, in the same process, whose mia was another.
    forgetActors();
    for (const name of Object.keys(people)) delete people[name];
    people["sub-tom"] = { preferred_username: "tom", email: "mia@example.org", groups: ["staff"] };
    await setUp({});
  });

  /** A browser: keeps the cookies it is given. */
  const browser = ({ userId = null, isRoot = false }: { userId?: string | null; isRoot?: boolean } = {}) => {
    const jar = new Map<string, string>();
    const ctx = {
      db,
      log: pino({ level: "silent" }),
      actor: { ...visitor, userId, isRoot, sessionId: userId },
      about: () => undefined,
      request: {
        relay: null,
        address: `10.1.${(++networks >> 8) & 255}.${networks & 255}`,
        agent: "",
        host: "files.test",
        secure: false,
        cookie: (name: string) => jar.get(name) ?? null,
      },
      browser: {
        signIn: () => undefined,
        keep: ({ name, value }: { name: string; value: string }) => jar.set(name, value),
      },
    } as unknown as Ctx; // what a sign-in uses of it
    return { ctx, jar };
  };

  const setUp = (changes: Changes) => {
    const value = {
      enabled: true,
      name: "Home ID",
      issuer: provider.issuer,
      client_id: client.id,
      secret: client.secret,
      scopes: "openid profile groups",
      username_claim: "preferred_username",
      groups_claim: "",
      group_roles: [],
      create_users: true,
      default_role_id: readers.id,
      allow_private: true,
      ...changes,
    };
    return setOidcSetting(value, browser({ userId: "mia", isRoot: true }).ctx);
  };

  const begin = async ({ ctx }: ReturnType<typeof browser>) => (await beginOidcLogin({ stay: true }, ctx)).url;

  /** What comes of it in a new browser: "in", or the failure's key. `change`: what somebody does to the address on the way. */
  const signIn = async (login = "sub-tom", change: (url: URL) => void = () => undefined): Promise<unknown> => {
    const own = browser();
    const url = new URL(await begin(own));
    change(url);
    return keyOf(loginOidc({ answer: await walkThrough(url.href, login) }, own.ctx));
  };

  return { people, db: () => db, issuer: () => provider.issuer, browser, setUp, begin, signIn };
}
