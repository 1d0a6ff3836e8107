import { connect, type Socket } from "node:net";
import { AppError } from "@/lib/shared/errors";
import { classifyAddress } from "@/lib/server/outbound/address-class";
import { resolveTarget, type Reach } from "@/lib/server/outbound/resolve-target";

const connectMs = 15_000;

type Options = { address: string; port: number; reach: Reach; signal: AbortSignal };

/** A TCP connection to a host, where the actor may go there. Small packets are sent at once: SFTP is twenty times slower otherwise. */
export async function dial({ address, port, reach, signal }: Options): Promise<Socket> {
  const literal = address.includes(":") ? `[${address}]` : address;
  const url = URL.parse(`http://${literal}:${port}`);
  if (url === null) throw new AppError("outbound/address");
  const failures: unknown[] = [];
  for (const { address: one } of await resolveTarget(url, reach)) {
    if (signal.aborted) throw new AppError("request/cancelled");
    try {
      return await dialOne(one, port, signal);
    } catch (error) {
      failures.push(error);
    }
  }
  throw failures.at(-1) ?? new AppError("outbound/unreachable");
}

/** Whether a connection leads into the local network, for which there is a right. */
export function isLanSocket({ remoteAddress }: Socket): boolean {
  return classifyAddress(remoteAddress ?? "") !== "public";
}

function dialOne(host: string, port: number, signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(() => over(new AppError("outbound/timeout")), connectMs);
    const cancel = () => over(new AppError("request/cancelled"));
    function over(error: AppError | null): void {
      clearTimeout(timer);
      signal.removeEventListener("abort", cancel);
      if (error === null) resolve(socket);
      else {
        socket.destroy();
        reject(error);
      }
    }
    signal.addEventListener("abort", cancel, { once: true });
    socket.once("connect", () => over(null));
    socket.on("error", (error) => over(new AppError("outbound/unreachable", {}, { cause: error })));
  });
}
