import { expect, test } from "vitest";
import { managerOfFacts, type ManagerFacts } from "./container-manager";

const none: ManagerFacts = { systemdSays: null, hasMark: false, environment: null };

test.each<[string, Partial<ManagerFacts>, string | null]>([
  ["a machine", { environment: "HOME=/\0TERM=linux\0" }, null],
  ["Docker", { hasMark: true, environment: "PATH=/bin\0" }, "docker"],
  ["Docker with the host's processes", { hasMark: true, environment: "container=systemd-nspawn\0" }, "docker"],
  ["Podman", { hasMark: true, environment: "container=podman\0" }, "docker"],
  ["LXC without systemd", { environment: "TERM=linux\0container=lxc\0" }, "lxc"],
  ["LXC with systemd", { systemdSays: "lxc\n" }, "lxc"],
  ["nspawn", { systemdSays: "systemd-nspawn\n", environment: "container=systemd-nspawn\0" }, "nspawn"],
  ["an image for Docker that LXC has booted", { systemdSays: "lxc\n", hasMark: true }, "lxc"],
  ["WSL", { systemdSays: "wsl\n", environment: "container=wsl\0" }, null],
])("%s", (_, facts, manager) => expect(managerOfFacts({ ...none, ...facts })).toBe(manager));
