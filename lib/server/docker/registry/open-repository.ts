import { z } from "zod";
import { AppError, isAppError } from "@/lib/shared/errors";
import { isHub, parseImageReference, repositoryOf } from "@/lib/shared/image-reference";
import { resolveTarget, type Reach } from "@/lib/server/outbound/resolve-target";
import { sendOutbound, type OutboundAnswer } from "@/lib/server/outbound/send-outbound";
import { isInsecure, readRegistryConfig } from "./insecure-registries";
import { bytesOf, parseAnswer } from "./parse-answer";
import { parseChallenges, type Challenge } from "./parse-challenge";
import type { Account } from "./registry-auth";

/** Where Docker Hub answers. */
const hubHost = "registry-1.docker.io";
const times = { answerMs: 10_000, idleMs: 10_000, totalMs: 20_000 };
const maxTokenBytes = 64 * 1024;

const tokenAnswer = z.object({ token: z.string().optional(), access_token: z.string().optional() });

type Wish = {
  account: Account | null;
  reach: () => Promise<Reach>;
  signal: AbortSignal;
};
type Question = { headers: Readonly<Record<string, string>>; maxBytes: number };

/** Asks for what is at this place below the repository, such as `manifests/latest`. Throws outbound/…; any status is an answer. */
export type Repository = (place: string, question: Question) => Promise<OutboundAnswer>;

/**
 * A way to the repository of an image by the registry's own protocol (OCI distribution), signed in to as the registry asks for it: by a token from where it says, or by name and
 * password. Without TLS only where the daemon would do so too, and where there is none.
 */
export async function openRepository(reference: string, wish: Wish): Promise<Repository> {
  const parsed = parseImageReference(reference);
  const [registry = "", ...path] = (repositoryOf(reference) ?? "").split("/");
  if (parsed === null) throw new AppError("request/invalid");
  const host = isHub(parsed) ? hubHost : registry;
  const origins = (await mayBePlain(registry, host, wish))
    ? [`https://${host}`, `http://${host}`]
    : [`https://${host}`];
  let authorization: string | null = null;
  let origin: string | null = null;

  const send = ({ url, headers, maxBytes }: Question & { url: URL }) =>
    sendOutbound({
      url,
      headers: { ...headers, ...(authorization === null ? {} : { authorization }) },
      reach: wish.reach,
      limits: { ...times, maxBytes },
      signal: wish.signal,
    });

  return async (place, question) => {
    const ask = (at: string) => send({ ...question, url: new URL(`${at}/v2/${path.join("/")}/${place}`) });
    const answer = await (origin === null ? firstOf(origins, ask) : ask(origin));
    // Who answers in the name of another has no claim to what was meant for that one.
    if (!origins.includes(answer.url.origin)) return answer;
    const from = (origin = answer.url.origin);
    if (answer.status !== 401 || authorization !== null) return answer;
    answer.close();
    const scope = `repository:${path.join("/")}:pull`;
    authorization = await authorize(parseChallenges(answer.headers["www-authenticate"] ?? ""), {
      ...wish,
      scope,
      isPlain: from.startsWith("http:"),
    });
    return ask(from);
  };
}

async function mayBePlain(registry: string, host: string, { reach }: Wish): Promise<boolean> {
  const addresses = await resolveTarget(new URL(`https://${host}/`), await reach());
  return isInsecure(
    registry,
    addresses.map(({ address }) => address),
    await readRegistryConfig(),
  );
}

/** One without TLS is asked once the one with it has not answered. */
async function firstOf<T>([first = "", second]: readonly string[], ask: (origin: string) => Promise<T>): Promise<T> {
  return ask(first).catch((error: unknown) => {
    if (second === undefined || (isAppError(error) && error.key === "request/cancelled")) throw error;
    return ask(second);
  });
}

/** The header that the registry wants. Throws outbound/answer where it wants something else. */
async function authorize(
  challenges: readonly Challenge[],
  { account, reach, signal, scope, isPlain }: Wish & { scope: string; isPlain: boolean },
): Promise<string> {
  const basic =
    account === null ? null : `Basic ${Buffer.from(`${account.username}:${account.password}`).toString("base64")}`;
  const bearer = challenges.find(({ scheme }) => scheme === "bearer");
  const realm = bearer?.params.get("realm") ?? "";
  if (bearer === undefined || !URL.canParse(realm)) {
    if (basic === null || !challenges.some(({ scheme }) => scheme === "basic")) throw new AppError("outbound/answer");
    return basic;
  }
  const url = new URL(realm);
  if (url.protocol !== "https:" && !isPlain) throw new AppError("outbound/answer");
  const service = bearer.params.get("service");
  if (service !== undefined) url.searchParams.set("service", service);
  url.searchParams.set("scope", scope);
  const headers = { accept: "application/json", ...(basic === null ? {} : { authorization: basic }) };
  const answer = await sendOutbound({ url, headers, reach, limits: { ...times, maxBytes: maxTokenBytes }, signal });
  const { token, access_token: other } = parseAnswer(tokenAnswer, await bytesOf(answer));
  const given = token ?? other;
  if (given === undefined || !/^[\x21-\x7e]+$/.test(given)) throw new AppError("outbound/answer");
  return `Bearer ${given}`;
}
