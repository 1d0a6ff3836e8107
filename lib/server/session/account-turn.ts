const queue = { last: Promise.resolve<unknown>(undefined) };

/**
 * Runs changes of accounts, roles, and what signs in to them one after another: who resets a password takes away the secrets of the account and ends its
 * sessions in several steps, and nothing is made between these. Not for what waits for another server or a person, and not within itself.
 */
export function inAccountTurn<T>(change: () => Promise<T>): Promise<T> {
  const result = queue.last.then(change, change);
  queue.last = result.catch(() => undefined);
  return result;
}
