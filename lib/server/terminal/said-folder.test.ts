import { hostname } from "node:os";
import { expect, test } from "vitest";
import { saidFolder } from "./said-folder";

test.each([
  ["file:///srv/files", "/srv/files"],
  [`file://${hostname()}/srv/a%20b/%C3%A4`, "/srv/a b/ä"],
  ["file://filedeck/tmp/home", "/tmp/home"],
  ["file://another.example/srv", null],
  ["http:///srv", null],
  ["/srv", null],
  ["file://localhost", null],
  ["file:///a%00b", null],
  ["file:///a%ff", null],
])("%s is %j", (address, folder) => expect(saidFolder(address)).toBe(folder));
