import { expect } from "@playwright/test";
import { shareContract } from "@/lib/contracts/share";
import type { Endpoint } from "@/lib/contracts/endpoint";
import { shareModes } from "@/lib/shared/share-modes";
import { makeShare } from "../support/make-share";
import { rawRequest } from "../support/raw-request";
import { serverTest as test } from "../support/server-test";

const visited = Object.entries<Endpoint>(shareContract).filter(([, { path }]) => path.startsWith("share/{link}"));

const tusHeaders = {
  "tus-resumable": "1.0.0",
  "upload-length": "1",
  "upload-offset": "0",
  "upload-metadata": `filename ${Buffer.from("new.txt").toString("base64")}`,
};

function addressOf({ method, path }: Endpoint, link: string): string {
  const address = `/api/${path.replace("{link}", link).replace("{id}", "none")}`;
  if (method !== "GET" || /info|zip/.test(path)) return address;
  return `${address}?${path.endsWith("list") ? "path=shared" : "path=shared/a.png&inline=1"}`;
}

test("each endpoint for visitors says of which shares, takes those and refuses the others", async ({
  server,
  root,
  tempRoot,
}) => {
  const { path: base } = tempRoot({ shared: { "a.png": "a" } });
  for (const mode of shareModes) {
    const { link } = await makeShare(server, root, { files: [`${base}/shared`], mode });
    for (const [name, endpoint] of visited) {
      expect([name, endpoint.access, endpoint.visitors.length > 0]).toEqual([name, "public", true]);
      const isTus = endpoint.path.includes("/tus");
      const { status, body } = await rawRequest(server, addressOf(endpoint, link), {
        method: endpoint.method,
        headers: isTus
          ? {
              ...tusHeaders,
              ...(endpoint.method === "PATCH" ? { "content-type": "application/offset+octet-stream" } : {}),
            }
          : { "content-type": "application/json" },
        ...(endpoint.method === "POST" ? { body: isTus ? "" : JSON.stringify({ password: "" }) } : {}),
        ...(endpoint.method === "PATCH" ? { body: "x" } : {}),
      });
      const text = endpoint.path.endsWith("/zip") && status === 200 ? "" : body.toString();
      const isRefused = status === 403 && (endpoint.method === "HEAD" || text.includes('"share/mode"'));
      expect
        .soft([mode, name, isRefused, status], text)
        .toEqual([mode, name, !endpoint.visitors.includes(mode), status]);
    }
  }
});
