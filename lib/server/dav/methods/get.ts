import { isAppError } from "@/lib/shared/errors";
import { sendFile } from "@/lib/server/entries/send-file";
import type { DavMethodRun } from "@/lib/server/dav/dav-call";

const words = "This is a folder for WebDAV clients: a browser shows it in Filedeck itself.\n";

/** A file with ranges and conditions, as a download. A folder has no content: people who look in get a word. */
export const get: DavMethodRun = async ({ path, ctx, wire }) => {
  if (path !== null) {
    try {
      await sendFile({ path, isInline: true, isCached: false }, ctx, wire);
      return;
    } catch (error) {
      if (!isAppError(error) || error.key !== "file/not-file" || wire.res.headersSent) throw error;
    }
  }
  wire.res.writeHead(200, { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" });
  wire.res.end(wire.req.method === "HEAD" ? undefined : words);
};
