import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ContainerAction, ContainerRule } from "@/lib/shared/container-rules";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { forgetActors } from "@/lib/server/session/find-actor";
import { noGrants } from "@/lib/server/session/grants";
import { explainContainerAction } from "./explain-container-action";

const problem = containersProblem();

describe.skipIf(problem !== null)("rights to containers, with a real daemon", () => {
  let containers: Containers;
  undoTries(() => containers);

  beforeAll(async () => {
    containers = await startContainers();
  });
  afterAll(async () => {
    await containers.close();
  });

  const rule = async (rules: readonly ContainerRule[]) => {
    const grants = { ...noGrants, containers: [...rules] };
    await containers.ctx.db.user.update({ where: { id: "mia" }, data: { grants } });
    forgetActors();
  };
  const explain = async (
    action: ContainerAction,
    { container = "plain", asker = "root" }: { container?: string; asker?: "root" | "tom" } = {},
  ) => {
    const { actor } = await containers.as("mia");
    const checks = await explainContainerAction(
      { asker: (await containers.as(asker)).actor, action, container },
      {
        actor,
        heldFrom: (name) => (actor.permissions.has(name) ? ["user"] : []),
        sources: [{ source: "user", rules: actor.containers }],
      },
    );
    return { allowed: checks.every(({ ok }) => ok), checks };
  };

  test("what is explained is what the user may do, and names the rule that decides", async () => {
    for (const may of [[], ["logs"], ["start_stop"], ["logs", "start_stop"]] as const) {
      await rule([{ match: "pl*", may: [...may] }]);
      const { actor } = await containers.as("mia");
      for (const [action, right] of [
        ["container_see", "see"],
        ["container_logs", "logs"],
        ["container_start_stop", "start_stop"],
        ["container_shell", "shell"],
      ] as const) {
        const { allowed, checks } = await explain(action);
        const isAllowed = (await keyOf(admitContainer(actor, "plain", right))) === "done";
        expect([action, may, allowed]).toEqual([action, may, isAllowed]);
        const rules = isAllowed ? [{ match: "pl*", from: "user" }] : [];
        expect(checks).toContainEqual(
          expect.objectContaining({ kind: "container_rules", ok: isAllowed, held: [], rules }),
        );
      }
    }
  });

  test("a permission for all containers is said as such, and neither means not even seeing it", async () => {
    await containers.permit("mia", ["docker_view"]);
    expect((await explain("container_logs")).checks.at(-1)).toMatchObject({ ok: true, held: ["user"], rules: [] });
    expect((await explain("container_start_stop")).allowed).toBe(false);
    await rule([{ match: "other", may: ["logs"] }]);
    expect((await explain("container_see")).allowed).toBe(false);
  });

  test("nothing is said of a container that the asker does not see", async () => {
    expect(await keyOf(explain("container_see", { asker: "tom" }))).toBe("docker/not-found");
    expect(await keyOf(explain("container_see", { container: "no-such" }))).toBe("docker/not-found");
  });
});
