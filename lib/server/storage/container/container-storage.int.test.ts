import { afterAll } from "vitest";
import { busyboxProblem, importBusybox } from "@/lib/server/process/busybox-image";
import { dockerdProblem, startDockerd } from "@/lib/server/process/dockerd-fixture";
import { describeStorage } from "@/lib/server/storage/conformance";
import { makeContainerFixture, openContainer } from "./container-fixture";

if ((dockerdProblem() ?? busyboxProblem()) === null) {
  let started: ReturnType<typeof begin> | null = null;
  const begin = async () => {
    const dockerd = await startDockerd();
    await importBusybox(dockerd.docker, "box", ["sleep"]);
    await dockerd.docker("run", "-d", "--name", "box", "box", "/bin/sleep", "1000");
    return { dockerd, container: await openContainer(dockerd.docker, "box") };
  };
  afterAll(async () => {
    const known = await started;
    known?.container.session.end();
    await known?.dockerd.stop();
  });
  describeStorage("files of a container", async () => makeContainerFixture((await (started ??= begin())).container), [
    "modes",
    "links",
  ]);
}
