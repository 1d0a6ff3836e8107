import { expect, test } from "vitest";
import { parseCgroup } from "./parse-cgroup";

const id = "0123456789abcdef".repeat(4);

test.each([
  ["0::/system.slice/ssh.service\n", null, "ssh.service"],
  ["0::/user.slice/user-1000.slice/session-3.scope", null, "session-3.scope"],
  ["0::/user.slice/user-1000.slice/user@1000.service/app.slice/my\\x2dapp.service", null, "my\\x2dapp.service"],
  ["12:pids:/x\n1:name=systemd:/system.slice/cron.service", null, "cron.service"],
  ["0::/", null, null],
  ["", null, null],
  [`0::/system.slice/docker-${id}.scope`, id.slice(0, 12), null],
  [`0::/docker/${id}`, id.slice(0, 12), null],
  [`0::/machine.slice/libpod-${id}.scope/container`, id.slice(0, 12), null],
  [`11:memory:/docker/${id}\n1:name=systemd:/docker/${id}`, id.slice(0, 12), null],
  [`0::/kubepods.slice/kubepods-pod1.slice/cri-containerd-${id}.scope`, id.slice(0, 12), null],
])("%j", (text, container, unit) => {
  expect(parseCgroup(text)).toEqual({ container, unit });
});
