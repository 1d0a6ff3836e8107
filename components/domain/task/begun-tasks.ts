const storageKey = "filedeck.tasks";
const maxIds = 100;

function read(): string[] {
  try {
    const value: unknown = JSON.parse(sessionStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(value) ? value.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

/** Jobs that this tab began and whose end it has not put away: what a reload must not make it forget. */
export const begunTasks = {
  has: (id: string) => read().includes(id),
  add: (id: string) => write([...read().filter((one) => one !== id), id].slice(-maxIds)),
  remove: (id: string) => write(read().filter((one) => one !== id)),
};

function write(ids: readonly string[]): void {
  sessionStorage.setItem(storageKey, JSON.stringify(ids));
}
