import { createStore } from "@/lib/shared/store";
import type { Message } from "@/lib/contracts/notify";
import { api } from "@/lib/client/call";
import { keepChannel } from "@/lib/client/channel";

/** What the server has told the user, newest first; `unread` counts those that are not in the list any more as well. */
type Messages = { messages: readonly Message[]; unread: number };

export const messageStore = createStore<Messages>({ messages: [], unread: 0 });

let isListening = false;

/** Follows the user's messages while the page is in the foreground: to the server, somebody looks then. */
export function listenToMessages(): void {
  if (isListening) return;
  isListening = true;
  let stop: (() => void) | null = null;
  const look = () => {
    if (document.visibilityState === "visible")
      stop ??= keepChannel("notify/follow", {}, (list) => messageStore.set(list));
    else {
      stop?.();
      stop = null;
    }
  };
  document.addEventListener("visibilitychange", look);
  look();
}

/** Without ids all of them. The server tells all devices; what could not be noted is unread again then. */
export function readMessages(ids?: string[]): void {
  const meant = ids === undefined ? null : new Set(ids);
  const isMeant = ({ id, is_read: isRead }: Message) => !isRead && (meant === null || meant.has(id));
  const count = messageStore.get().messages.filter(isMeant).length;
  if (meant !== null && count === 0) return;
  messageStore.set(({ messages, unread }) => ({
    messages: messages.map((message) => (isMeant(message) ? { ...message, is_read: true } : message)),
    unread: meant === null ? 0 : unread - count,
  }));
  void settle(api.notify.readMessages(ids === undefined ? {} : { ids }));
}

export function deleteMessages(ids?: string[]): void {
  const meant = ids === undefined ? null : new Set(ids);
  messageStore.set(({ messages, unread }) => {
    const left = messages.filter(({ id }) => meant !== null && !meant.has(id));
    const lost = messages.filter(({ id, is_read: isRead }) => !isRead && (meant === null || meant.has(id))).length;
    return { messages: left, unread: meant === null ? 0 : unread - lost };
  });
  void settle(api.notify.deleteMessages(ids === undefined ? {} : { ids }));
}

/** What the server has after the change, whether it was made or not. */
async function settle(change: Promise<Messages>): Promise<void> {
  try {
    messageStore.set(await change);
  } catch {
    await api.notify.listMessages({}).then(
      (list) => messageStore.set(list),
      () => undefined, // the channel tells when the server is back
    );
  }
}
