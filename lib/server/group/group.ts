import type { Contract, Endpoint } from "@/lib/contracts/endpoint";
import type { App } from "@/lib/server/runtime/app";
import type { Protocol } from "@/lib/server/http/protocol";
import { inPublicTurn } from "@/lib/server/http/public-turns";
import { byteRoute, jsonRoute, type ByteOptions, type ByteService, type Route } from "@/lib/server/http/route";
import type { Service } from "@/lib/server/http/service";
import { textRoute, type TextService } from "@/lib/server/http/text-route";
import type { PageDoor } from "@/lib/server/pages/page-door";
import type { ServedChannel } from "@/lib/server/realtime/serve-channels";
import type { Setting } from "./define-setting";
import type { TaskKind } from "./define-task";
import type { UndoKind } from "./define-undo";

/** A long text that is one field of the input and never parsed as a whole ({@link textRoute}). */
type TextEntry<E extends Endpoint> = { textField: string; service: TextService<E> };
/** For what anybody may call before signing in: {@link inPublicTurn}. */
type TurnEntry<E extends Endpoint> = { inTurn: true; service: Service<E> };
type JsonEntry<E extends Endpoint> = Service<E> | TextEntry<E> | TurnEntry<E>;
type ByteEntry<E extends Endpoint> = { service: ByteService<E> } & ByteOptions<E>;

type JsonOf<C extends Contract> = { readonly [K in keyof C]?: JsonEntry<C[K]> };
type BytesOf<C extends Contract, Names extends keyof C> = {
  readonly [K in Names]: ByteService<C[K]> | ByteEntry<C[K]>;
};
/** All that `json` does not answer, and nothing else. */
type Rest<C extends Contract, J> = [Exclude<keyof C, keyof J>] extends [never]
  ? { bytes?: undefined }
  : { bytes: BytesOf<C, Exclude<keyof C, keyof J>> };

/** Something done again and again while the server runs, never twice at once. */
export type Schedule = {
  everyMs: number;
  /** From the start to the first time; at once without it. */
  firstMs?: number;
  /** For the log, such as "the trash could not be swept". */
  failed: string;
  run: (app: App) => Promise<unknown>;
};

type Parts = {
  /** The folder's, too. */
  name: string;
  /** What is served beside the API, under an address of its own. */
  protocol?: Protocol;
  /** Loaded before anything else of any group. */
  settings?: readonly Setting[];
  /** Awaited before the first answer, one group after the other in the order of the list. */
  onStart?: (app: App) => Promise<void> | void;
  /** Begun after every `onStart`. */
  schedules?: readonly Schedule[];
  /** How what it does is undone. */
  undo?: readonly UndoKind[];
  /** The kinds of tasks that it begins. */
  tasks?: readonly TaskKind[];
  /** Made by `serveChannels`. */
  channels?: readonly ServedChannel[];
  /** Awaited while the last answers are given. */
  onStop?: (app: App) => Promise<void>;
  /** What pages may ask of it. */
  pages?: Partial<Omit<PageDoor, "basePath" | "answerCall">>;
};

export type Group = Parts & { contract: Contract; routes: readonly Route[] };

type Definition<C extends Contract, J extends JsonOf<C>> = Parts & {
  /** Its endpoints, each answered by one entry of `json` or `bytes`. */
  contract: C;
  json?: J & { readonly [K in Exclude<keyof J, keyof C>]: never };
} & Rest<C, J>;

type Listed = { contract: Contract; json?: object | undefined; bytes?: object | undefined };

/**
 * One group of the server as data: its folder has one `<name>-group.ts` that exports it, and `groups.ts` lists it. An endpoint without a
 * service, or with two, does not compile.
 */
export function group<const C extends Contract, J extends JsonOf<C> = object>(definition: Definition<C, J>): Group {
  // The types of the definition have paired each endpoint with its own service; of a list that cannot be said.
  const { contract, json = {}, bytes = {}, ...parts }: Parts & Listed = definition;
  const byJson = new Map<string, JsonEntry<Endpoint>>(Object.entries(json));
  const byBytes = new Map<string, ByteService<Endpoint> | ByteEntry<Endpoint>>(Object.entries(bytes));
  const routes = Object.entries(contract).map(([name, endpoint]) => {
    const entry = byJson.get(name);
    if (entry !== undefined) return jsonRouteOf(endpoint, entry);
    const stream = byBytes.get(name);
    if (stream === undefined) throw new Error(`${parts.name}.${name} has no service`);
    if (typeof stream === "function") return byteRoute(endpoint, stream);
    const { service, ...options } = stream;
    return byteRoute(endpoint, service, options);
  });
  return { ...parts, contract, routes };
}

function jsonRouteOf(endpoint: Endpoint, entry: JsonEntry<Endpoint>): Route {
  if (typeof entry === "function") return jsonRoute(endpoint, entry);
  return "inTurn" in entry
    ? jsonRoute(endpoint, inPublicTurn(entry.service))
    : textRoute(endpoint, entry.textField, entry.service);
}
