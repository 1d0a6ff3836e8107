import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { registryProblem, startRegistry } from "@/lib/server/process/registry-fixture";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { containersProblem, startContainers, type Containers } from "@/lib/server/docker/containers-fixture";
import { checkImage } from "./check-image";

const indexType = "application/vnd.oci.image.index.v1+json";
const imageType = "application/vnd.docker.distribution.manifest.v2+json";
const architecture = process.arch === "x64" ? "amd64" : process.arch;

type Entry = { mediaType: string; digest: string; size: number; platform: { os: string; architecture: string } };

describe.skipIf((containersProblem() ?? registryProblem()) !== null)("images of several platforms", () => {
  let daemon: Containers;
  let registry: Awaited<ReturnType<typeof startRegistry>>;
  let ctx: Ctx;
  let repository: string;
  const stateOf = async () => (await checkImage({ reference: `${repository}:1` }, ctx)).state;

  beforeAll(async () => {
    [daemon, registry] = await Promise.all([startContainers(), startRegistry()]);
    await daemon.permit("mia", ["docker_view", "docker_image_update", "lan_access"]);
    ctx = await daemon.as("mia");
    repository = `${registry.host}/team/listed`;
  });
  afterAll(() => Promise.all([daemon.close(), registry.stop()]));

  /** Pushes an image with this label, which is no more here then; gives what a list says of it. */
  async function pushed(label: string, own: Partial<Entry> = {}): Promise<Entry> {
    const name = `${repository}:pushed-${label}`;
    const made = await daemon.docker("create", "box", "/x");
    await daemon.docker("commit", "--change", `LABEL made=${label}`, made, name);
    await daemon.docker("rm", made);
    await daemon.docker("push", name);
    const [, digest = ""] = (await daemon.docker("inspect", "-f", "{{index .RepoDigests 0}}", name)).split("@");
    await daemon.docker("rmi", name);
    const answer = await fetch(`http://${registry.host}/v2/team/listed/manifests/${digest}`, {
      headers: { accept: imageType },
    });
    const size = (await answer.arrayBuffer()).byteLength;
    return { mediaType: imageType, digest, size, platform: { os: "linux", architecture }, ...own };
  }

  /** Makes the tag a list of these. */
  async function list(...manifests: Entry[]): Promise<string> {
    const body = JSON.stringify({ schemaVersion: 2, mediaType: indexType, manifests });
    const answer = await fetch(`http://${registry.host}/v2/team/listed/manifests/1`, {
      method: "PUT",
      headers: { "content-type": indexType },
      body,
    });
    expect(answer.status).toBe(201);
    return `sha256:${createHash("sha256").update(body).digest("hex")}`;
  }

  test("one is newer only once what its list has for this machine has changed", async () => {
    const [first, second] = [await pushed("first"), await pushed("second")];
    const other: Entry = { ...second, platform: { os: "linux", architecture: "s390x" } };
    const attestation: Entry = { ...second, platform: { os: "unknown", architecture: "unknown" } };

    const listed = await list(first);
    await daemon.docker("pull", `${repository}:1`);
    expect(await daemon.docker("inspect", "-f", "{{.RepoDigests}}", `${repository}:1`)).toContain(listed);
    expect(await stateOf()).toBe("current");

    // Another list, which has the same for this machine: Docker says that the image is up to date.
    const again = await list(first, other, attestation);
    expect(again).not.toBe(listed);
    expect(await stateOf()).toBe("current");
    expect(await daemon.docker("pull", `${repository}:1`)).toContain("Image is up to date");

    await list(second, { ...first, platform: other.platform });
    expect(await stateOf()).toBe("newer");
    expect(await daemon.docker("pull", `${repository}:1`)).toContain("Downloaded newer image");
    expect(await stateOf()).toBe("current");
  });

  test("one that is here by the digest of its own manifest is looked for in the list", async () => {
    const [own, changed] = [await pushed("own"), await pushed("changed")];
    await daemon.docker("rmi", "-f", `${repository}:1`).catch(() => "");
    await daemon.docker("pull", `${repository}@${own.digest}`);
    await daemon.docker("tag", `${repository}@${own.digest}`, `${repository}:1`);
    await list(own, { ...changed, platform: { os: "linux", architecture: "s390x" } });
    expect(await stateOf()).toBe("current");
    await list(changed, { ...own, platform: { os: "linux", architecture: "s390x" } });
    expect(await stateOf()).toBe("newer");
  });
});
