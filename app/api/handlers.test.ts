import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { groups } from "@/lib/server/groups";

const folder = path.join(process.cwd(), "app", "api");

/** Which methods the route handlers below a first part of the address answer. */
const handled = readdirSync(folder, { recursive: true, encoding: "utf8" })
  .filter((file) => path.basename(file) === "route.ts")
  .flatMap((file) => {
    const text = readFileSync(path.join(folder, file), "utf8");
    return [...text.matchAll(/answerCall as (\w+)/g)].map(([, method = ""]) => `${method} ${file.split("/")[0]}`);
  });

const routes = groups.flatMap((group) => group.routes);

it("serves each endpoint in one way", () => {
  const handedOver = routes.filter(({ endpoint }) => !endpoint.direct);
  const wanted = handedOver.map(({ endpoint }) => `${endpoint.method} ${endpoint.path.split("/")[0]}`);
  expect(handled.toSorted()).toEqual([...new Set(wanted)].toSorted());
  // What writes its answer itself cannot be handed over.
  expect(handedOver.filter(({ answer }) => answer === null).map(({ endpoint }) => endpoint.path)).toEqual([]);
});

it("keeps what strangers may call, bytes, and whole paths away from Next", () => {
  const kept = routes.filter(
    ({ endpoint: { bytes, access, path: address } }) => bytes || access === "public" || address.endsWith("*}"),
  );
  expect(kept.length).toBeGreaterThan(50);
  expect(kept.filter(({ endpoint }) => !endpoint.direct).map(({ endpoint }) => endpoint.path)).toEqual([]);
});
