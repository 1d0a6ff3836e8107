import { existsSync, readdirSync, statSync } from "node:fs";
import { expect, test } from "../support/test";

const chunks = ".next/static/chunks";

test("scripts are sent as small as the build has made them", async ({ request, server }) => {
  const compressed = readdirSync(chunks).filter((name) => existsSync(`${chunks}/${name}.br`));
  expect(compressed.length).toBeGreaterThan(100);
  for (const name of compressed.slice(0, 20)) {
    const answer = await request.head(`${server.url}/_next/static/chunks/${name}`, {
      headers: { "accept-encoding": "br" },
    });
    expect({ name, size: answer.headers()["content-length"] }).toEqual({
      name,
      size: String(statSync(`${chunks}/${name}.br`).size),
    });
  }
});
