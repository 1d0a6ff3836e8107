// What strangers may cost at the doors by which people come in: node --import tsx bench/hostile-doors.ts [word]   (needs a build)
// As in hostile.ts, from 40 networks; beside it, the provider and the server that is asked about sign-ins take every connection and never answer.
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { call, makeUser, signIn, type Session } from "../e2e/support/api-client";
import { startFiledeck } from "../e2e/support/start-filedeck";
import { createAttacker, many, networks, type Ask } from "./support/hostile";

const wanted = process.argv[2] ?? "";
const server = await startFiledeck({ env: { FILEDECK_TRUSTED_PROXIES: "127.0.0.1" } });
const root = await signIn(server);
const other = await signIn(server);
const { ask, attack } = createAttacker(server, { other, wanted });

/** A provider that says what it is while `isAwake`; then it takes what comes, and says nothing. */
async function startSilent() {
  const state = { isAwake: true, most: 0, open: 0 };
  const silent = createServer((request, response) => {
    state.open++;
    state.most = Math.max(state.most, state.open);
    response.once("close", () => state.open--);
    if (!state.isAwake) return;
    const issuer = `http://${request.headers.host}`;
    const endpoints = ["authorization_endpoint", "token_endpoint", "jwks_uri"].map((name) => [
      name,
      `${issuer}/${name}`,
    ]);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify({ issuer, response_types_supported: ["code"], ...Object.fromEntries(endpoints) }));
  });
  await new Promise<void>((resolve) => {
    silent.listen(0, "127.0.0.1", resolve);
  });
  const { port } = silent.address() as AddressInfo; // a port, not a pipe
  return {
    url: `http://127.0.0.1:${port}`,
    fallSilent: () => {
      state.isAwake = false;
      state.most = 0;
    },
    /** Calls at once since the last time. */
    takeMost: () => {
      const { most } = state;
      state.most = 0;
      return most;
    },
    close: () => {
      silent.closeAllConnections();
      silent.close();
    },
  };
}

async function put(session: Session, address: string, body: unknown): Promise<string> {
  const { status, text } = await call(server, address, { session, body });
  if (status !== 200) throw new Error(`${address}: ${status} ${text}`);
  return text;
}

const post = (target: string, body: unknown, headers: readonly string[] = []): Ask => {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return {
    target: `/api/${target}`,
    method: "POST",
    headers: ["content-type: application/json", `content-length: ${Buffer.byteLength(text)}`, ...headers],
    body: text,
  };
};
const flood = (count: number, make: (index: number) => Ask) => () =>
  Promise.all(many(count, (network) => ask({ ...make(network), network })));

const doors = [
  "user/login",
  "user/invitation",
  "user/invitation/accept",
  "user/login/passkey",
  "user/login/oidc",
  "user/login/oidc/begin",
  "user/login/proxy",
];
const doorOf = (index: number) => doors[index % doors.length] ?? "user/login";
const token = (index: number) => index.toString(36).padStart(43, "x");
const newcomerMs = 5_000;
const silent = await startSilent();
try {
  mkdirSync(path.join(server.filesDir, "small"));
  await attack(
    "700 bodies at seven doors that stop half-way",
    flood(700, (index) => ({ ...post(doorOf(index), "{".repeat(8_000)), body: "{".repeat(4_000) })),
    { newcomerMs },
  );
  await attack(
    "700 bodies of a megabyte at seven doors",
    flood(700, (index) => post(doorOf(index), JSON.stringify({ a: "x".repeat(1_000_000) }))),
    { newcomerMs },
  );
  await attack(
    "700 requests with 60 KiB of headers",
    flood(700, (index) =>
      post(
        doorOf(index),
        {},
        many(4, (line) => `x-long-${line}: ${"y".repeat(15_000)}`),
      ),
    ),
    { newcomerMs },
  );
  await attack(
    "700 requests whose headers stop half-way",
    () => Promise.all(many(700, (network) => ask({ target: "/api/user/setup", isCut: true, network }, 3_000))),
    { newcomerMs },
  );
  await attack(
    "2,000 looks at what signs in here",
    flood(2_000, () => ({ target: "/api/user/setup" })),
    { newcomerMs },
  );
  await attack(
    "1,000 guesses of an invitation",
    flood(1_000, (index) => post("user/invitation", { token: token(index) })),
    { newcomerMs },
  );
  const none = { access_dirs: [], only_read_dirs: [], not_access_dirs: [], auth_list: [] };
  const invitation = JSON.parse(
    await put(root, "user/invitations", { note: "all", username: null, role_id: null, ...none, days: 1, uses: 5 }),
  ) as { data: { token: string } }; // as the contract says
  await attack(
    "300 accounts by an invitation for five",
    flood(300, (index) =>
      post("user/invitation/accept", {
        token: invitation.data.token,
        username: `guest-${index}`,
        password: "correct-horse-battery",
        stay: false,
      }),
    ),
  );
  await attack(
    "1,000 passkeys that nobody has",
    flood(1_000, (index) =>
      index % 2 === 0
        ? post("user/login/passkey/begin", {})
        : post("user/login/passkey", {
            stay: false,
            passkey: {
              id: token(index),
              rawId: token(index),
              type: "public-key",
              response: {
                clientDataJSON: "e30".repeat(500),
                authenticatorData: "A".repeat(2_000),
                signature: "A".repeat(500),
              },
            },
          }),
    ),
    { newcomerMs },
  );
  await put(root, "setting/proxy", {
    enabled: true,
    user_header: "Remote-User",
    groups_header: "Remote-Groups",
    group_roles: [],
    create_users: false,
    default_role_id: null,
    administrators: false,
    sign_out_url: "",
  });
  await attack(
    "1,000 names of a proxy with 12 KiB of groups",
    flood(1_000, (index) =>
      post("user/login/proxy", { stay: false }, [
        `remote-user: guest-${index}`,
        `remote-groups: ${"g,".repeat(6_000)}`,
      ]),
    ),
    { newcomerMs },
  );
  await put(root, "setting/oidc", {
    enabled: true,
    name: "Silent",
    issuer: silent.url,
    client_id: "filedeck",
    scopes: "openid",
    username_claim: "preferred_username",
    groups_claim: "",
    group_roles: [],
    create_users: false,
    default_role_id: null,
    allow_private: true,
    secret: null,
  });
  /** States with the cookies of their browsers, as many as there may be. */
  const states: { network: number; cookie: string; answer: string }[] = [];
  const isAsked = "2,000 answers that a silent provider is asked about".includes(wanted);
  for (let index = 0; index < (isAsked ? 2_000 : 0); index++) {
    const begun = await call<{ url: string }>(server, "user/login/oidc/begin", {
      body: { stay: false },
      headers: { "x-forwarded-for": `2001:db8:${index % networks}::1` },
    });
    const state = new URL(begun.answer.data.url).searchParams.get("state") ?? "";
    const cookie = begun.headers.getSetCookie()[0]?.split(";")[0] ?? "";
    states.push({ network: index, cookie, answer: `?state=${state}&code=x` });
  }
  silent.fallSilent();
  await attack(
    "2,000 answers that a silent provider is asked about",
    () =>
      Promise.all(
        states.map(({ network, cookie, answer }) =>
          ask({ ...post("user/login/oidc", { answer }, [`cookie: ${cookie}`]), network }),
        ),
      ),
    { newcomerMs },
  );
  console.log(`  the provider had ${silent.takeMost()} calls at once`);
  await attack(
    "600 ways to a provider that does not answer",
    flood(600, (index) =>
      index % 2 === 0
        ? post("user/login/oidc/begin", { stay: false })
        : post("user/login/oidc", { answer: `?state=${token(index)}&code=x` }),
    ),
    { newcomerMs },
  );
  console.log(`  the provider had ${silent.takeMost()} calls at once`);
  const guest = await makeUser(server, root);
  await put(root, "setting/sign-in-hook", {
    enabled: true,
    url: silent.url,
    allow_private: true,
    timeout_seconds: 5,
    unanswered: "allow",
    tokens: false,
    secret: "a secret of sixteen",
  });
  await attack(
    "60 sign-ins that wait for a server that does not answer",
    flood(60, () => post("user/login", { username: guest.username, password: guest.password })),
    { newcomerMs: 15_000 },
  );
  console.log(`  the server had ${silent.takeMost()} calls at once`);
} finally {
  silent.close();
  await server.remove();
}
