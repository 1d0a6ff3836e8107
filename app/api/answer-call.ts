import { pageDoor } from "@/lib/server/pages/page-door";

/**
 * Every route handler of the API: the server, which has found the endpoint by its address, gives the answer. It runs the same gate, limits and audit for these as for what
 * it answers itself.
 */
export function answerCall(): Promise<Response> {
  const door = pageDoor();
  if (door === null) throw new Error("Route handlers need Filedeck's server");
  return door.answerCall();
}
