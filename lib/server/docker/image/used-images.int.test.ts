import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { limits } from "@/lib/server/base/limits";
import { containersProblem, keyOf, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { pruneImages, removeImage } from "./change-images";
import { getImage } from "./get-image";
import { listUnusedImages } from "./list-unused-images";

describe.skipIf(containersProblem() !== null)("images of which Docker has many containers", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let ctx: Ctx;
  beforeAll(async () => {
    daemon = await startContainers();
    ctx = await daemon.as("mia");
  });
  afterAll(() => daemon.close());
  const idOf = async (name: string) => daemon.docker("inspect", "--type", "image", "-f", "{{.Id}}", name);

  test("one that a container uses is not unused for being one of many, whatever else it is called", async () => {
    await daemon.docker("commit", "plain", "kept:1");
    await daemon.docker("create", "--name", "first", "kept:1", "/bin/sleep");
    await daemon.docker("tag", "kept:1", "kept:2");
    for (const name of ["second", "third"]) await daemon.run(name);
    const { containers: most } = limits;
    Object.assign(limits, { containers: 2 });
    try {
      const id = await idOf("kept:1");
      expect((await listUnusedImages({ all: true }, ctx)).images.map((one) => one.id)).not.toContain(id);
      expect(await keyOf(removeImage({ id }, ctx))).toBe("docker/image-used");
      expect(await pruneImages({ ids: [id] }, ctx)).toEqual({ removed: 0, kept: 1 });
      expect([await idOf("kept:1"), await idOf("kept:2")]).toEqual([id, id]);
      await daemon.docker("rm", "-f", "first", "second", "third");
      await removeImage({ id }, ctx);
      expect(await keyOf(getImage({ id }, ctx))).toBe("docker/no-image");
    } finally {
      Object.assign(limits, { containers: most });
    }
  });
});
