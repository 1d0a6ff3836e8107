import type { Endpoint, OutputOf, ParsedOf } from "@/lib/contracts/endpoint";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { limits } from "@/lib/server/base/limits";
import { cutTextField, type HeldText } from "./cut-text-field";
import { bodyRoute, type Route } from "./route";
import { parseJson } from "./parse-json";
import type { Service } from "./service";

/** As a `Service`, but the long text of the input is empty there and comes beside it. */
export type TextService<E extends Endpoint> = (input: ParsedOf<E>, ctx: Ctx, text: HeldText) => Promise<OutputOf<E>>;

/** An endpoint that answers JSON and takes a long text as one field of its JSON: held once, as it came. */
export function textRoute<E extends Endpoint>(endpoint: E, field: string, service: TextService<E>): Route {
  // A name with escapes in it, or one in the query, was read like any other field.
  const plain = (input: ParsedOf<E>): HeldText => {
    const value: unknown = new Map(Object.entries(input ?? {})).get(field);
    return { pieces: () => (typeof value === "string" ? [value] : []) };
  };
  const begin = () => {
    let text: HeldText | null = null;
    const parse = async (body: Buffer) => {
      const cut = await cutTextField(body, { name: field, maxRestBytes: limits.textBody.restBytes });
      text = cut.text;
      return parseJson(cut.rest);
    };
    const serve: Service<E> = (input, ctx) => service(input, ctx, text ?? plain(input));
    return { parse, service: serve };
  };
  return bodyRoute(endpoint, { limit: limits.textBody, begin });
}
