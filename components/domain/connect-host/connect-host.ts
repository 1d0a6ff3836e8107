import { isAppError } from "@/lib/shared/errors";
import { createStore } from "@/lib/shared/store";

type HostName = { readonly id: string; readonly name: string };
export type ConnectRequest = HostName & { readonly answer: (isConnected: boolean) => void };

/** Whoever wants the dialog sets it; the hosts' feature shows it. */
export const connectRequest = createStore<ConnectRequest | null>(null);

/** Connects to a host, asking for what it wants to know; false when that is given up, or fails. */
export function connectHost({ id, name }: HostName): Promise<boolean> {
  return new Promise((resolve) => {
    connectRequest.get()?.answer(false);
    connectRequest.set({
      id,
      name,
      answer: (isConnected) => {
        connectRequest.set(null);
        resolve(isConnected);
      },
    });
  });
}

/** The host that something failed for because nobody is connected to it; null for other failures. */
export function hostToConnect(error: unknown): HostName | null {
  if (!isAppError(error) || (error.key !== "ssh/not-connected" && error.key !== "ssh/host-key")) return null;
  const id = error.detail?.["host_id"];
  return typeof id === "string" ? { id, name: String(error.params["host"] ?? "") } : null;
}

/** Does what needs a connection; where there is none, connects first and does it then. Null when that is given up. */
export async function withHost<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    const host = hostToConnect(error);
    if (host === null) throw error;
    return (await connectHost(host)) ? work() : null;
  }
}
