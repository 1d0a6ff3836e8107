import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { isAppError } from "@/lib/shared/errors";
import { readAll } from "@/lib/server/outbound/read-all";
import { dockerdProblem, startDockerd, type Dockerd } from "@/lib/server/process/dockerd-fixture";
import { openRepository } from "./open-repository";

const account = { username: "mia", password: "s3cret" };
const basic = `Basic ${Buffer.from("mia:s3cret").toString("base64")}`;

type Answer = { status: number; headers?: Record<string, string>; text?: string };

describe.skipIf(dockerdProblem() !== null)("the way to a repository", () => {
  let dockerd: Dockerd;
  const stops: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    dockerd = await startDockerd();
    vi.stubEnv("DOCKER_HOST", dockerd.env["DOCKER_HOST"] ?? "");
  });
  afterEach(() => Promise.all(stops.splice(0).map((stop) => stop())));
  afterAll(async () => {
    vi.unstubAllEnvs();
    await dockerd.stop();
  });

  /** A server without TLS on this machine, of which the daemon takes that. */
  async function serve(answer: (url: URL, headers: IncomingHttpHeaders) => Answer) {
    const seen: string[] = [];
    const server = createServer(({ url = "", headers }, response) => {
      seen.push(`${url} ${headers.authorization ?? "-"}`);
      const { status, headers: own = {}, text = "" } = answer(new URL(url, "http://x"), headers);
      response.writeHead(status, own).end(text);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    stops.push(() => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    });
    return { host: `127.0.0.1:${(server.address() as AddressInfo).port}`, seen }; // it listens on TCP
  }

  const ask = async (host: string, own: { lan?: boolean; account?: typeof account | null } = {}) => {
    const repository = await openRepository(`${host}/team/app:1`, {
      account: own.account === undefined ? account : own.account,
      reach: () => Promise.resolve({ lan: own.lan ?? true }),
      signal: new AbortController().signal,
    });
    const once = async () => {
      const answer = await repository("manifests/1", { headers: {}, maxBytes: 1_000 });
      return `${answer.status} ${(await readAll(answer)).toString()}`;
    };
    return [await once(), await once()];
  };
  const keyOf = (work: Promise<unknown>) =>
    work.then(
      () => "done",
      (error: unknown) => (isAppError(error) ? error.key : String(error)),
    );

  test("signs in once, by the token that the registry sends it for", async () => {
    const tokens = await serve(() => ({ status: 200, text: JSON.stringify({ token: "abc" }) }));
    const { host, seen } = await serve((_, { authorization }) =>
      authorization === "Bearer abc"
        ? { status: 200, text: "here" }
        : {
            status: 401,
            headers: { "www-authenticate": `Bearer realm="http://${tokens.host}/token",service="shop"` },
          },
    );
    expect(await ask(host)).toEqual(["200 here", "200 here"]);
    expect(tokens.seen).toEqual([`/token?service=shop&scope=repository%3Ateam%2Fapp%3Apull ${basic}`]);
    const place = "/v2/team/app/manifests/1";
    expect(seen).toEqual([`${place} -`, `${place} Bearer abc`, `${place} Bearer abc`]);
    await ask(host, { account: null });
    expect(tokens.seen.at(-1)).toMatch(/ -$/);
  });

  test("signs in by name and password where that is wanted, and says of neither to anybody else", async () => {
    const { host } = await serve((_, { authorization }) =>
      authorization === basic
        ? { status: 200, text: "here" }
        : { status: 401, headers: { "www-authenticate": 'Basic realm="shop"' } },
    );
    expect(await ask(host)).toEqual(["200 here", "200 here"]);
    expect(await keyOf(ask(host, { account: null }))).toBe("outbound/answer");
    const other = await serve(() => ({ status: 401, headers: { "www-authenticate": 'Basic realm="other"' } }));
    const leads = await serve(({ pathname }) => ({
      status: 307,
      headers: { location: `http://${other.host}${pathname}` },
    }));
    expect(await ask(leads.host)).toEqual(["401 ", "401 "]);
    expect(other.seen.filter((line) => !line.endsWith(" -"))).toEqual([]);
  });

  test("asks in the local network for nobody without that right, for a token neither", async () => {
    const { host, seen } = await serve(() => ({ status: 200 }));
    expect(await keyOf(ask(host, { lan: false }))).toBe("outbound/lan");
    expect(seen).toEqual([]);
    const leads = await serve(() => ({
      status: 401,
      headers: { "www-authenticate": 'Bearer realm="http://169.254.169.254/token"' },
    }));
    expect(await keyOf(ask(leads.host))).toBe("outbound/blocked");
  });
});
