import { AppError } from "@/lib/shared/errors";

/** What is waited before each further try. */
const pausesMs = [250, 1_000, 3_000];

type Registration = { pause?: readonly number[]; register: () => Promise<ServiceWorkerRegistration> };

/**
 * Registers a service worker. Its script is fetched by the browser, which drops that when the network changes under it (Wi-Fi, a VPN,
 * a bridge of containers), and says no more than TypeError: then it is tried again. Throws `network` when that did not help either.
 */
export async function registerWorker({ register, pause = pausesMs }: Registration): Promise<ServiceWorkerRegistration> {
  const [wait, ...others] = pause;
  try {
    return await register();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    if (wait === undefined) throw new AppError("network", {}, { cause: error });
    await new Promise((resolve) => setTimeout(resolve, wait));
    return registerWorker({ register, pause: others });
  }
}
