import { expect, it } from "vitest";
import { assertRegistry } from "./assert-registry";

it("speaks of the registry where its name leads nowhere, as where it does not answer", async () => {
  const actor = { userId: "mia", permissions: new Set<never>() };
  await expect(assertRegistry(actor, "registry.invalid/team/app:1")).rejects.toMatchObject({
    key: "docker/registry-unreachable",
  });
});
