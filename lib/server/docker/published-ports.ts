import type Docker from "dockerode";
import { portProtocols, type ContainerSpec } from "@/lib/contracts/docker-make";

type Bindings = Record<string, { HostIp?: string; HostPort?: string }[] | null>;

/** What a container publishes while it runs; `outside` is null where Docker chooses the port at each start. */
export function publishedOf({ PortBindings }: Pick<Docker.HostConfig, "PortBindings">): ContainerSpec["ports"] {
  const bindings = (PortBindings ?? {}) as Bindings; // what the package leaves untyped
  return Object.entries(bindings).flatMap(([port, bound]) => {
    const [inside, named = "tcp"] = port.split("/");
    const protocol = portProtocols.find((one) => one === named);
    if (protocol === undefined) return [];
    return (bound ?? []).map(({ HostIp = "", HostPort = "" }) => {
      const [first, last] = /^([1-9]\d*)(?:-([1-9]\d*))?$/.exec(HostPort)?.slice(1) ?? [];
      return {
        address: HostIp,
        outside: first === undefined ? null : Number(first),
        outside_last: last === undefined ? null : Number(last),
        inside: Number(inside),
        protocol,
      };
    });
  });
}
