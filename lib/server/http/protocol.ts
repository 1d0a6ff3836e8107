import type { IncomingMessage, ServerResponse } from "node:http";

/** Something beside the API that answers requests itself, with a gate of its own. */
export type Protocol = {
  /** Whether a request to this address below the base path is meant for it. */
  isOurs: (method: string | undefined, pathname: string) => boolean;
  serve: (req: IncomingMessage, res: ServerResponse, address: { pathname: string; search: string }) => Promise<void>;
};
