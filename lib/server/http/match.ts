import type { Method } from "@/lib/contracts/endpoint";
import { decodeSegment } from "@/lib/shared/paths";

export type Match<T> = { value: T; params: Record<string, string> };

/** Decoded once for all routes that ask: bytes that are no text take their time. */
type Segment = { raw: string; decoded: () => string | null };

function segmentOf(raw: string): Segment {
  let decoded: string | null | undefined;
  return { raw, decoded: () => (decoded === undefined ? (decoded = decodeSegment(raw)) : decoded) };
}

type Route<T> = { method: Method; segments: string[]; value: T };

/** Routes of the form `file/save/{path*}`: literal segments win over `{id}`, and both over `{path*}`. */
export function createMatcher<T>(routes: readonly { method: Method; path: string; value: T }[]) {
  const sorted: Route<T>[] = routes
    .map(({ method, path, value }) => ({ method, segments: path.split("/"), value }))
    .toSorted((a, b) => rank(b.segments) - rank(a.segments));
  return {
    /** `pathname` without the leading `/api/`, percent-encoded. Null: nothing here; a list: these methods only. */
    find(method: string, pathname: string): Match<T> | Method[] | null {
      const given = pathname.split("/").map(segmentOf);
      const allowed: Method[] = [];
      let read: Match<T> | null = null;
      for (const route of sorted) {
        const params = matchSegments(route.segments, given);
        if (params === null) continue;
        if (route.method === method) return { value: route.value, params };
        // A HEAD of its own, at the same address, comes before the one that every GET has.
        if (method === "HEAD" && route.method === "GET") read ??= { value: route.value, params };
        allowed.push(route.method);
      }
      if (read !== null) return read;
      return allowed.length > 0 ? allowed : null;
    },
  };
}

function rank(segments: readonly string[]): number {
  return segments.reduce((sum, segment, index) => sum + weightOf(segment) * 4 ** (8 - index), 0);
}

function weightOf(segment: string): number {
  if (segment.endsWith("*}")) return 1;
  return segment.startsWith("{") ? 2 : 3;
}

function matchSegments(wanted: readonly string[], given: readonly Segment[]): Record<string, string> | null {
  if (!isAlike(wanted, given)) return null;
  const params: Record<string, string> = {};
  for (const [index, segment] of wanted.entries()) {
    if (segment.endsWith("*}")) {
      const rest = given.slice(index).map(({ decoded }) => decoded());
      if (rest.includes(null)) return null;
      // A slash inside a decoded segment would shift the path; NUL is refused so that no name can hold it.
      if (rest.some((part) => part?.includes("/") || part?.includes("\0"))) return null;
      params[segment.slice(1, -2)] = rest.join("/");
    } else if (segment.startsWith("{")) {
      const value = given[index]?.decoded() ?? null;
      if (value === null || value === "") return null;
      params[segment.slice(1, -1)] = value;
    }
  }
  return params;
}

/** By literal segments and length: most routes end here, before anything is made for them. */
function isAlike(wanted: readonly string[], given: readonly Segment[]): boolean {
  for (let index = 0; index < wanted.length; index++) {
    const segment = wanted[index];
    if (index >= given.length || segment === undefined) return false;
    if (segment.endsWith("*}")) return true;
    if (segment !== given[index]?.raw && !segment.startsWith("{")) return false;
  }
  return wanted.length === given.length;
}
