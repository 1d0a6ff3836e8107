import { api } from "@/lib/client/call";
import { basePath } from "@/lib/client/base-path";
import { readToken } from "@/lib/client/token";
import { urls } from "@/lib/client/urls";
import { registerWorker } from "./register-worker";

/** What keeps this browser from getting pushed messages; null: nothing. */
export type PushProblem = "insecure" | "impossible" | "denied" | "unreachable";

const storageKey = "filedeck.push";
/** What is stored there while it was asked for and is not done. */
const wanted = "wanted";
/** Of the session's token: enough to tell whether the server knows this browser under the same session. */
const ownerLength = 8;

export function pushProblem(): PushProblem | null {
  if (!isSecureContext) return "insecure";
  if (!("serviceWorker" in navigator) || !("PushManager" in window)) return "impossible";
  return Notification.permission === "denied" ? "denied" : null;
}

/**
 * Asks the person, then the browser's push service. Gives what went wrong; throws what the server says, and `network`. What was asked for
 * and could not be done for the network's sake is done by the next page, see `keepPush`.
 */
export async function turnOnPush(publicKey: string): Promise<PushProblem | null> {
  if ((await Notification.requestPermission()) !== "granted") return "denied";
  localStorage.setItem(storageKey, wanted);
  return finishTurningOn(publicKey);
}

async function finishTurningOn(publicKey: string): Promise<PushProblem | null> {
  const scope = `${basePath()}/`;
  await registerWorker({ register: () => navigator.serviceWorker.register(urls.asset("push-worker.js"), { scope }) });
  const registration = await navigator.serviceWorker.ready;
  const subscription = await subscribe(registration.pushManager, publicKey);
  if (subscription === null) {
    localStorage.removeItem(storageKey);
    return "unreachable";
  }
  await tellServer(subscription);
  return null;
}

/** Null: the browser could not reach its push service. */
async function subscribe(manager: PushManager, publicKey: string): Promise<PushSubscription | null> {
  const options = { userVisibleOnly: true, applicationServerKey: publicKey };
  // One that was made with another key of the server's is of no use any more.
  const known = await manager.getSubscription();
  if (known !== null) await known.unsubscribe();
  try {
    return await manager.subscribe(options);
  } catch {
    return null;
  }
}

async function tellServer(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys = {} } = subscription.toJSON();
  await api.notify.addPushDevice({ endpoint: endpoint ?? "", p256dh: keys["p256dh"] ?? "", auth: keys["auth"] ?? "" });
  localStorage.setItem(storageKey, ownerNow());
}

/** The server has forgotten this browser; so does its push service. */
export async function turnOffPush(): Promise<void> {
  localStorage.removeItem(storageKey);
  await (await findSubscription())?.unsubscribe();
}

/**
 * Signed in anew on a browser that gets pushed messages: the server forgot it with the session before. Or one that was to get them, and
 * the network was not there. Whether the server knows more now.
 */
export async function keepPush(): Promise<boolean> {
  const owner = localStorage.getItem(storageKey);
  if (owner === null || owner === ownerNow() || pushProblem() !== null) return false;
  if (owner === wanted) {
    const { push } = await api.notify.getNotifyProfile({});
    return (await finishTurningOn(push.public_key)) === null;
  }
  const subscription = await findSubscription();
  if (subscription === null) {
    localStorage.removeItem(storageKey);
    return false;
  }
  await tellServer(subscription);
  return true;
}

async function findSubscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(`${basePath()}/`);
  return (await registration?.pushManager.getSubscription()) ?? null;
}

function ownerNow(): string {
  return (readToken() ?? "").slice(0, ownerLength);
}
