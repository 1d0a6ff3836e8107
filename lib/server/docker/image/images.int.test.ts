import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import type { ImageRow } from "@/lib/contracts/docker-images";
import { applyLive, type LiveMessage } from "@/lib/shared/live-rows";
import { parseVirtualPath, type VirtualPath } from "@/lib/shared/paths";
import { defineTask } from "@/lib/server/group/define-task";
import { registryProblem, startRegistry } from "@/lib/server/process/registry-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { setTaskKinds } from "@/lib/server/task/task-kinds";
import {
  containersProblem,
  keyOf,
  look,
  opened,
  startContainers,
  type Containers,
} from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { buildImage } from "./build-image";
import { pruneImages, removeImage, tagImage } from "./change-images";
import { checkImage } from "./check-image";
import { followImages } from "./follow-images";
import { getImage } from "./get-image";
import { listUnusedImages } from "./list-unused-images";
import { pullImage } from "./pull-image";

const size = { cols: 80, rows: 24 };

describe.skipIf(containersProblem() !== null)("images", () => {
  let daemon: Containers;
  undoTries(() => daemon);
  let stop: AbortController;
  let rows: ReadonlyMap<string, ImageRow> = new Map();
  let ctx: Ctx;
  const idOf = (name: string) => daemon.docker("inspect", "-f", "{{.Id}}", "--type", "image", name);
  const tagged = (tag: string) => [...rows.values()].find(({ tags }) => tags.includes(tag));

  beforeAll(async () => {
    setTaskKinds([defineTask({ kind: "pull", access: "docker_image_update" })]);
    daemon = await startContainers();
    await daemon.permit("mia", ["docker_view", "docker_image_update", "docker_images_delete", "lan_access"]);
    ctx = await daemon.as("mia");
    stop = new AbortController();
    void followImages(
      {},
      { ...ctx, signal: stop.signal },
      {
        send: async (message: LiveMessage<ImageRow>) => {
          rows = applyLive(rows, message);
        },
        received: (async function* () {})(),
      },
    );
  });
  afterAll(async () => {
    stop.abort();
    await daemon.close();
  });

  test("the list has them with who uses them, and tells at once what becomes of them", async () => {
    await vi.waitFor(() => expect(tagged("box:latest")).toMatchObject({ used_by: ["plain"], used_count: 1 }), {});
    expect(tagged("bare:latest")).toMatchObject({ used_by: [] });
    await tagImage({ id: await idOf("box"), reference: "users/mia/box:1" }, ctx);
    await vi.waitFor(() => expect(tagged("users/mia/box:1")?.tags).toContain("box:latest"));
    await removeImage({ id: await idOf("box"), reference: "users/mia/box:1" }, ctx);
    await vi.waitFor(() => expect(tagged("users/mia/box:1")).toBeUndefined());
    expect(tagged("box:latest")).toBeDefined();
  });

  test("one is looked at", async () => {
    const found = await getImage({ id: await idOf("box") }, ctx);
    expect(found).toMatchObject({ tags: ["box:latest"], digests: [], platform: expect.stringContaining("linux/") });
    expect(found.layers[0]).toMatchObject({ size: expect.any(Number), by: expect.any(String) });
    expect(await keyOf(getImage({ id: `sha256:${"0".repeat(64)}` }, ctx))).toBe("docker/no-image");
  });

  test("one that a container uses stays, one that none uses goes with all its names", async () => {
    expect(await keyOf(removeImage({ id: await idOf("box") }, ctx))).toBe("docker/image-used");
    await daemon.docker("tag", "box", "bare:2");
    await daemon.docker("tag", "box", "bare:3");
    const id = await idOf("bare");
    expect(await keyOf(removeImage({ id, reference: "box:latest" }, ctx))).toBe("docker/no-image");
    await removeImage({ id }, ctx);
    expect(await keyOf(getImage({ id }, ctx))).toBe("docker/no-image");
  });

  test("what is unused is shown before it goes, and nothing else goes", async () => {
    await daemon.docker("commit", "plain", "spare:1");
    const nameless = await daemon.docker("commit", "plain");
    const without = await listUnusedImages({ all: false }, ctx);
    expect(without.images.map(({ id }) => id)).toEqual([nameless]);
    const all = await listUnusedImages({ all: true }, ctx);
    expect(all.images.map(({ name }) => name)).toContain("spare:1");
    expect(all.bytes).toBeLessThanOrEqual(all.images.reduce((sum, one) => sum + one.size, 0));
    const spare = await idOf("spare:1");
    await daemon.docker("create", "--name", "late", "spare:1");
    expect(await pruneImages({ ids: [nameless, spare, await idOf("box")] }, ctx)).toEqual({ removed: 1, kept: 2 });
    expect(await idOf("spare:1")).toBe(spare);
    await daemon.docker("rm", "late");
  });

  describe("built from a folder", () => {
    async function folder(name: string, files: Record<string, string>): Promise<VirtualPath> {
      for (const [file, text] of Object.entries(files)) {
        const place = path.join(daemon.root, name, file);
        mkdirSync(path.dirname(place), { recursive: true });
        writeFileSync(place, text);
      }
      const found = parseVirtualPath(`r/${name}`);
      if (found === null) throw new Error(name);
      return found;
    }
    const build = async (given: VirtualPath, more: { dockerfile?: string; storage?: Ctx["storage"] } = {}) => {
      const { dockerfile = "Dockerfile", storage = daemon.storage } = more;
      const wanted = { path: given, dockerfile, reference: "users/mia/made:1", pull: false, fresh: true, ...size };
      const terminal = await opened(buildImage(wanted, { ...ctx, storage }), "mia");
      const { seen, over } = look(terminal);
      await over;
      return { text: seen.text, exit: terminal.info().exit };
    };

    test("has what is there, but for what is left out", async () => {
      const made = await folder("app", {
        Dockerfile: 'FROM box\nCOPY . /app\nRUN ["/bin/sh", "-c", "cd /app; for f in * */*; do echo has-$f; done"]\n',
        ".dockerignore": "secret\n*.log\nDockerfile\n",
        "main.txt": "x",
        "a.log": "x",
        "sub/file": "y".repeat(100_000),
        "secret/key": "k",
      });
      const { text, exit } = await build(made);
      expect(text).toMatch(/has-main.txt\r\n/);
      expect(text).toMatch(/has-sub\/file\r\n/);
      expect(text).not.toMatch(/has-secret|has-a\.log/);
      expect(exit).toEqual({ code: 0, signal: null });
      await vi.waitFor(() => expect(tagged("users/mia/made:1")).toBeDefined());
    });

    test("has nothing that its builder may not see, and none of the machine", async () => {
      const made = await folder("scoped", {
        Dockerfile: "FROM box\nCOPY . /app\nCOPY private/key /x\n",
        "private/key": "k",
      });
      const denied = daemon.limited({ accessDirs: [""], denyDirs: ["scoped/private"] });
      const { text, exit } = await build(made, { storage: denied });
      expect(exit).toEqual({ code: 1, signal: null });
      expect(text).toMatch(/private/);
      const outside = await folder("outside-file", { Dockerfile: "FROM box\nCOPY ../../etc/hostname /x\n" });
      expect((await build(outside)).exit).toEqual({ code: 1, signal: null });
    });

    test("fails with what Docker says, ends with Ctrl-C, and is refused without what it needs", async () => {
      const bad = await folder("bad", { Dockerfile: 'FROM box\nRUN ["/bin/nothing"]\n' });
      const failed = await build(bad);
      expect(failed.exit).toEqual({ code: 1, signal: null });
      expect(failed.text).toContain("/bin/nothing");
      expect(await keyOf(build(await folder("none", { a: "b" })))).toBe("docker/no-dockerfile");
      expect(await keyOf(build(bad, { dockerfile: "a" }))).toBe("docker/no-dockerfile");

      const slow = await folder("slow", { Dockerfile: 'FROM box\nRUN ["/bin/sleep", "500"]\n' });
      const wanted = {
        path: slow,
        dockerfile: "Dockerfile",
        reference: "users/mia/made:2",
        pull: false,
        fresh: true,
        ...size,
      };
      const terminal = await opened(buildImage(wanted, ctx), "mia");
      const { until, over } = look(terminal);
      await until(/sleep/);
      await terminal.write("\u0003");
      await over;
      expect(terminal.info().exit).toMatchObject({ code: null });
      await vi.waitFor(async () =>
        expect(await daemon.docker("ps", "-q", "--filter", "ancestor=box", "--filter", "status=running")).not.toContain(
          "\n",
        ),
      );

      await daemon.permit("mia", ["docker_view", "docker_image_update"]);
      const poor = await daemon.as("mia");
      expect(await keyOf(buildImage(wanted, poor))).toBe("auth/forbidden");
      expect(await keyOf(pullImage({ reference: "127.0.0.1:1/x" }, poor))).toBe("outbound/lan");
      expect(await keyOf(pullImage({ reference: "169.254.169.254/x" }, ctx))).toBe("outbound/blocked");
      await daemon.permit("mia", ["docker_view", "docker_image_update", "docker_images_delete", "lan_access"]);
    });
  });

  describe.skipIf(registryProblem() !== null)("from a registry", () => {
    let registry: Awaited<ReturnType<typeof startRegistry>>;
    beforeAll(async () => {
      registry = await startRegistry();
    });
    afterAll(() => registry.stop());

    test("one is pulled, seen to be of now and then not, and one that is not there is refused", async () => {
      const name = `${registry.host}/team/box:1`;
      await daemon.docker("tag", "box", name);
      await daemon.docker("push", name);
      await daemon.docker("rmi", name);
      const { taskId } = await pullImage({ reference: name }, ctx);
      const done = await daemon.end({ taskId }, ctx);
      expect(done).toMatchObject({ state: "done", title: name, facts: { isNew: true } });
      await vi.waitFor(() => expect(tagged(name)).toBeDefined());
      expect(await checkImage({ reference: name }, ctx)).toMatchObject({ state: "current" });
      // What came from there is replaced by what comes from there.
      expect(await daemon.end(await pullImage({ reference: name }, ctx), ctx)).toMatchObject({ state: "done" });
      const old = (await daemon.docker("inspect", "-f", "{{index .RepoDigests 0}}", name)).trim();
      await daemon.docker("tag", "spare:1", name);
      await daemon.docker("push", name);
      await daemon.docker("rmi", name);
      await daemon.docker("pull", old);
      await daemon.docker("tag", old, name);
      expect(await checkImage({ reference: name }, ctx)).toMatchObject({ state: "newer" });
      await daemon.docker("commit", "plain", "local:1");
      expect(await checkImage({ reference: "local:1" }, ctx)).toEqual({ state: "local", digest: "" });
      const other = `${registry.host}/team/pinned:1`;
      const made = await daemon.docker("create", "box", "/x");
      const id = await daemon.docker("commit", "--change", "LABEL pinned=1", made, other);
      await daemon.docker("rm", made);
      await daemon.docker("push", other);
      const digestName = await daemon.docker("inspect", "-f", "{{index .RepoDigests 0}}", other);
      await daemon.docker("rmi", other);
      await daemon.docker("pull", digestName);
      const digestRow = () => [...rows.values()].find(({ digests }) => digests.includes(digestName));
      await vi.waitFor(() => expect(digestRow()).toMatchObject({ tags: [] }));
      // What Docker itself takes for dangling is a name here: whoever pulled it by digest means to keep it.
      expect(await daemon.docker("images", "-q", "--no-trunc", "--filter", "dangling=true")).toContain(id);
      const unused = async (all: boolean) => (await listUnusedImages({ all }, ctx)).images;
      expect((await unused(false)).map((image) => image.id)).not.toContain(id);
      const [repository = ""] = digestName.split("@");
      expect((await unused(true)).find((image) => image.id === id)?.name).toMatch(
        new RegExp(`^${repository}@[0-9a-f]{12}$`),
      );
      // Once another image has a tag of the repository, this is one that the tag was taken from.
      await daemon.docker("tag", "box", `${repository}:2`);
      expect((await unused(false)).map((image) => image.id)).toContain(id);
      await daemon.docker("rmi", `${repository}:2`);
      expect(await pruneImages({ ids: [id] }, ctx)).toEqual({ removed: 1, kept: 0 });
      const missing = await daemon.end(await pullImage({ reference: `${registry.host}/nobody/here` }, ctx), ctx);
      const away = await daemon.end(await pullImage({ reference: "127.0.0.1:1/no/where" }, ctx), ctx);
      expect(away.failures).toMatchObject([{ error: "docker/registry-unreachable" }]);
      expect(missing).toMatchObject({ state: "failed", failures: [{ error: "docker/pull-failed" }] });
    });
  });

  test("people who are no administrators name images by names of their own alone, and pull over none of others", async () => {
    await daemon.docker("commit", "plain", "evil:1");
    const evil = await idOf("evil:1");
    const tag = async (reference: string, who: "mia" | "root" = "mia") =>
      keyOf(tagImage({ id: evil, reference }, await daemon.as(who)));
    // Whether anything has the name or not.
    const others = [
      "box:1",
      "never:1",
      "docker.io/users/mia/x",
      "users/tom/x",
      "users/mia",
      "usersmia/x",
      "filedeck/empty:1",
    ];
    for (const reference of others) expect([reference, await tag(reference)]).toEqual([reference, "docker/own-names"]);
    for (const reference of ["users/mia/x", "users/mia/a/b:2"])
      expect([reference, await tag(reference)]).toEqual([reference, "done"]);
    expect(await tag("box:1", "root")).toBe("done");
    mkdirSync(path.join(daemon.root, "named"));
    writeFileSync(path.join(daemon.root, "named/Dockerfile"), "FROM box\nLABEL a=b\n");
    const build = async (reference: string, who: "mia" | "root" = "mia") => {
      const asked = { path: parseVirtualPath("r/named") as VirtualPath, dockerfile: "Dockerfile", reference };
      return buildImage({ ...asked, pull: false, fresh: false, ...size }, await daemon.as(who));
    };
    const before = await idOf("box");
    expect(await keyOf(build("box"))).toBe("docker/own-names");
    expect(await keyOf(pullImage({ reference: "box" }, ctx))).toBe("docker/kept-name");
    expect(await keyOf(pullImage({ reference: "docker.io/library/box:latest" }, ctx))).toBe("docker/kept-name");
    expect(await idOf("box")).toBe(before);
    const built = await opened(build("users/mia/named:1"), "mia");
    await look(built).over;
    expect(await idOf("users/mia/named:1")).toMatch(/^sha256:/);
  });
});
