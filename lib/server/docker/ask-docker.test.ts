import { expect, test } from "vitest";
import { askDocker } from "./ask-docker";

test.each([
  ["EACCES", "docker/denied"],
  ["EPERM", "docker/denied"],
  // With what helps in the container that this may be.
  ["ENOENT", expect.stringMatching(/^docker\/no-socket(?:-\w+)?$/)],
  ["ECONNREFUSED", "docker/unreachable"],
])("a socket that answers with %s is %s", async (code, key) => {
  const failure = Object.assign(new Error(`connect ${code} /var/run/docker.sock`), { code });
  await expect(askDocker("", () => Promise.reject(failure))).rejects.toMatchObject({ key });
});
