import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Provider, type Configuration } from "oidc-provider";

/** What people are called there, by their `sub`; may be changed while it runs. */
export type People = Record<string, Record<string, unknown>>;
type Options = { people: People; redirectUri: string; configuration?: Configuration };

export const client = { id: "filedeck", secret: "secret of a test: 32 bytes & more" };

/** A real provider on this machine, with forms that take any password. The name typed into them is the `sub`. */
export async function startProvider({ people, redirectUri, configuration = {} }: Options) {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ["sub"], profile: ["preferred_username"], email: ["email"], groups: ["groups"] },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ sub: id, ...people[id] }) }),
    features: { devInteractions: { enabled: true } },
    pkce: { required: () => true },
    ...configuration,
  });
  const answer = provider.callback();
  server.on("request", (req, res) => void answer(req, res)); // answers its failures itself
  return {
    issuer,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Signs `login` in at the provider, agrees to everything, and answers with the query that the browser comes back with. */
export async function walkThrough(start: string, login: string): Promise<string> {
  const jar = new Map<string, string>();
  let url = new URL(start);
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step++) {
    const answer: Response = await fetch(url, {
      redirect: "manual",
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ") },
      ...(form === null ? {} : { method: "POST", body: form }),
    });
    form = null;
    for (const line of answer.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split(/=(.*)/s);
      jar.set(name, value);
    }
    const location = answer.headers.get("location");
    if (location === null) {
      const page = await answer.text();
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1];
      if (prompt === undefined) throw new Error(`no form at ${url.href}: ${page.slice(0, 500)}`);
      form = new URLSearchParams({ prompt, login, password: "any" });
      continue;
    }
    const next = new URL(location, url);
    if (next.origin !== url.origin) return next.search;
    url = next;
  }
  throw new Error("the provider led nowhere");
}
