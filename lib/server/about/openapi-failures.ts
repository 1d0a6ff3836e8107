import type { Endpoint } from "@/lib/contracts/endpoint";
import { errorTable } from "@/lib/shared/error-table";
import type { ErrorKey } from "@/lib/shared/errors";
import type { Json } from "./openapi-schemas";

const keys = Object.keys(errorTable) as ErrorKey[]; // the table's own

/** Failures that any call may meet before its service runs. */
const always: readonly ErrorKey[] = ["request/invalid", "request/busy", "request/overloaded", "internal"];
const ofBodies: readonly ErrorKey[] = ["request/too-large", "request/slow"];

/** Groups whose failures have another word, or that work with what another group has. */
const families: Readonly<Record<string, readonly string[]>> = {
  audit: [],
  duplicates: ["task"],
  environment: [],
  metrics: ["sys"],
  processes: ["sys"],
  properties: ["storage"],
  space: [],
  archive: ["archive", "storage", "quota", "task"],
  file: ["file", "storage", "quota", "task"],
  upload: ["upload", "storage", "quota"],
  fetch: ["fetch", "outbound", "task", "quota"],
  stack: ["stack", "docker", "task"],
  docker: ["docker", "task"],
  volume: ["volume", "docker", "task"],
  notify: ["notify", "outbound"],
  user: ["user", "role", "auth", "outbound"],
  share: ["share", "storage"],
  trash: ["trash", "task"],
};

/** The failures that a call can answer with: those of the gate, exactly, and those of its group. */
function failuresOf(group: string, endpoint: Endpoint): ErrorKey[] {
  const isPublic = endpoint.access === "public";
  const isRead = endpoint.method === "GET" || endpoint.method === "HEAD";
  const needsPermission = endpoint.access !== "session" && endpoint.access !== "any-session";
  const isAboutFiles = /file/.test(JSON.stringify(endpoint.access)) || endpoint.path.startsWith("file/");
  const ofGroup = [...(families[group] ?? [group]), ...(isAboutFiles ? ["file", "storage"] : [])];
  const wanted = new Set<string>([
    ...always,
    ...(isRead ? [] : ["request/origin"]),
    ...(isRead && !endpoint.bytes ? [] : ofBodies),
    ...(isPublic ? [] : ["auth/required", "auth/factor-missing"]),
    ...(isPublic || (!needsPermission && endpoint.token) ? [] : ["auth/forbidden"]),
    ...(isPublic || endpoint.viewing ? [] : ["auth/viewing"]),
    ...(endpoint.confirm ? ["auth/confirm"] : []),
    ...(endpoint.visitors.length > 0 ? ["share/mode"] : []),
  ]);
  return keys.filter((key) => wanted.has(key) || ofGroup.some((family) => key.startsWith(`${family}/`)));
}

/** Answers by status for one operation; the same ones of several are one component. */
export function createFailures(): { failuresFor: (group: string, endpoint: Endpoint) => Json; named: Json } {
  const named: Json = {};
  const nameByText = new Map<string, string>();

  function nameFor(status: number, description: string): string {
    const text = `${status} ${description}`;
    const count = [...nameByText.keys()].filter((known) => known.startsWith(`${status} `)).length;
    const name = nameByText.get(text) ?? `Failure${status}.${count + 1}`;
    nameByText.set(text, name);
    named[name] = {
      description,
      content: { "application/json": { schema: { $ref: "#/components/schemas/Failure" } } },
    };
    return name;
  }
  return {
    named,
    failuresFor: (group, endpoint) => {
      const byStatus = new Map<number, ErrorKey[]>();
      for (const key of failuresOf(group, endpoint)) {
        const { status } = errorTable[key];
        byStatus.set(status, [...(byStatus.get(status) ?? []), key]);
      }
      return Object.fromEntries(
        [...byStatus].map(([status, of]) => [
          String(status),
          { $ref: `#/components/responses/${nameFor(status, of.join(", "))}` },
        ]),
      );
    },
  };
}
