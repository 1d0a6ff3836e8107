import { AppError } from "@/lib/shared/errors";

/** `token`: a lock token or another state's; `etag` with its quotes. */
export type IfCondition = { isNot: boolean; token: string | null; etag: string | null };
/** Conditions that must all hold, about the resource of the tag, or about the request's own. */
export type IfList = { tag: string | null; conditions: IfCondition[] };

const maxLists = 200;

/** RFC 4918 §10.4: the lists of an If header, of which one must hold. Throws dav/header for what does not fit the grammar. */
export function parseIf(header: string): IfList[] {
  const lists: IfList[] = [];
  let tag: string | null = null;
  let conditions: IfCondition[] | null = null;
  let isNot = false;
  const broken = () => new AppError("dav/header", { name: "If" });
  const token =
    /\s*(?:(?<not>Not)(?=[\s<[])|(?<open>\()|(?<close>\))|<(?<uri>[^>]*)>|\[(?<etag>(?:W\/)?"[^"]*")\])\s*/iy;
  while (token.lastIndex < header.length) {
    const { groups } = token.exec(header) ?? {};
    if (groups === undefined) throw broken();
    if (groups["open"] !== undefined) {
      if (conditions !== null || lists.length >= maxLists) throw broken();
      conditions = [];
    } else if (groups["close"] !== undefined) {
      if (conditions === null || conditions.length === 0 || isNot) throw broken();
      lists.push({ tag, conditions });
      conditions = null;
    } else if (conditions === null) {
      if (groups["uri"] === undefined || (tag === null && lists.length > 0)) throw broken();
      tag = groups["uri"];
    } else if (groups["not"] !== undefined) {
      if (isNot) throw broken();
      isNot = true;
    } else {
      conditions.push({ isNot, token: groups["uri"] ?? null, etag: groups["etag"] ?? null });
      isNot = false;
    }
  }
  if (conditions !== null || lists.length === 0) throw broken();
  return lists;
}

/** The tokens that the client shows; one that must not be there is not shown. */
export function tokensIn(lists: readonly IfList[]): ReadonlySet<string> {
  const shown = lists.flatMap(({ conditions }) => conditions.filter(({ isNot }) => !isNot));
  return new Set(shown.flatMap(({ token }) => token ?? []));
}
