/** What a container is to be given so that Filedeck in it can manage its host, as `docker run` takes it. */
const socket = "-v /var/run/docker.sock:/var/run/docker.sock";
const enter = ["--pid=host", "--cap-add=SYS_ADMIN", "--cap-add=SYS_PTRACE", "--security-opt=apparmor=unconfined"];
/** A program that has entered the host is still bound by the container's rules for devices. */
const disks = "--device-cgroup-rule='b *:* rwm'";

/**
 * What of the host can be managed, with what each takes; the health page, README.md, docs/operator.md, and examples/manage-host.compose.yaml say the same (a
 * test holds them to it). `apparmor` counts where AppArmor is used.
 */
export const hostFeatures = [
  { id: "containers", flags: [socket] },
  { id: "processes", flags: ["--pid=host"] },
  { id: "containerFiles", flags: [socket, "--pid=host", "--cap-add=SYS_PTRACE", "--security-opt=apparmor=unconfined"] },
  { id: "services", flags: enter },
  { id: "hostShell", flags: enter },
  { id: "stacks", flags: [socket, ...enter] },
  { id: "disks", flags: [...enter, disks] },
] as const satisfies readonly { id: string; flags: readonly string[] }[];

/** All of them, each once. */
export const allHostFlags: readonly string[] = [...new Set(hostFeatures.flatMap(({ flags }) => flags))];

/** Under this heading the guides tell of them. */
export const hostHeading = "Managing the host from Docker";
