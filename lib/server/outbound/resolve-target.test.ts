import { expect, test } from "vitest";
import { resolveTarget, type Address } from "./resolve-target";

test("a user’s names that no server answers for keep nobody else’s from being looked up", async () => {
  const asked: string[] = [];
  const answers: (() => void)[] = [];
  const found: Address[] = [{ address: "192.0.2.1", family: 4 }];
  const hung = (host: string) =>
    new Promise<Address[]>((resolve) => {
      asked.push(host);
      answers.push(() => resolve(found));
    });
  const quick = () => Promise.resolve([{ address: "10.0.0.1", family: 4 }]);
  const mias = Array.from({ length: 6 }, (_, at) =>
    resolveTarget(new URL(`http://n${at}.test/`), { lan: true, holder: "mia", resolve: hung }).catch(() => null),
  );
  const url = new URL("http://nas.test/");
  expect(await resolveTarget(url, { lan: true, holder: "tom", resolve: quick })).toHaveLength(1);
  expect(await resolveTarget(url, { lan: true, resolve: quick })).toHaveLength(1);
  expect(asked).toEqual(["n0.test"]);
  while (asked.length < 6) {
    for (const answer of answers.splice(0)) answer();
    await new Promise((resolve) => setImmediate(resolve));
  }
  for (const answer of answers) answer();
  await Promise.all(mias);
});
