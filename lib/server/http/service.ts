import type { Endpoint, OutputOf, ParsedOf } from "@/lib/contracts/endpoint";
import type { Ctx } from "@/lib/server/runtime/ctx";

/** What answers an endpoint: it knows nothing of HTTP. */
export type Service<E extends Endpoint> = (input: ParsedOf<E>, ctx: Ctx) => Promise<OutputOf<E>>;
