// What Node alone does in the same work, without names checked, rights, or anything kept safe: node bench/support/bare-node.mjs FOLDER
import { createWriteStream } from "node:fs";
import { readFile, readdir, stat } from "node:fs/promises";
import { createServer } from "node:http";
import path from "node:path";
import { pipeline } from "node:stream/promises";

const folder = process.argv[2] ?? ".";

async function list(name) {
  const names = await readdir(path.join(folder, name));
  const entries = [];
  for (let at = 0; at < names.length; at += 64)
    entries.push(
      ...(await Promise.all(
        names.slice(at, at + 64).map(async (one) => {
          const { size, mtimeMs, mode } = await stat(path.join(folder, name, one));
          return { name: one, size, mtime: mtimeMs, mode };
        }),
      )),
    );
  return JSON.stringify(entries);
}

/** One block each for name and padding: as many bytes and calls as a tar, without its fields. */
async function sendTar(name, res) {
  for (const entry of await readdir(path.join(folder, name), { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const header = Buffer.alloc(512);
    header.write(entry.name);
    res.write(header);
    if (!res.write(await readFile(path.join(entry.parentPath, entry.name))))
      await new Promise((resolve) => res.once("drain", resolve));
  }
  res.end(Buffer.alloc(1024));
}

const server = createServer((req, res) => {
  const { pathname } = new URL(req.url ?? "/", "http://node");
  const [, verb, ...rest] = pathname.split("/");
  const name = rest.join("/");
  const fail = (error) => res.writeHead(500).end(String(error));
  if (req.method === "PUT")
    pipeline(req, createWriteStream(path.join(folder, pathname))).then(() => res.end("{}"), fail);
  else if (verb === "list") list(name).then((text) => res.end(text), fail);
  else sendTar(name, res).catch(fail);
});
server.listen(0, "127.0.0.1", () => console.log(server.address().port));
