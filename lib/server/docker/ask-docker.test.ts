import { expect, test } from "vitest";
import { askDocker } from "./ask-docker";

test.each([
  ["EACCES", "docker/denied"],
  ["EPERM", "docker/denied"],
  ["ENOENT", "docker/no-socket"],
  ["ECONNREFUSED", "docker/unreachable"],
])("a socket that answers with %s is %s", async (code, key) => {
  const failure = Object.assign(new Error(`connect ${code} /var/run/docker.sock`), { code });
  await expect(askDocker("", () => Promise.reject(failure))).rejects.toMatchObject({ key });
});
