export type DroppedEntries = { entries: FileSystemEntry[]; loose: File[] };

/**
 * The dropped or pasted entries. To be called while the event is handled: afterwards the browser empties the transfer.
 */
export function entriesOf(transfer: DataTransfer): DroppedEntries {
  const entries: FileSystemEntry[] = [];
  const loose: File[] = [];
  for (const item of transfer.items) {
    if (item.kind !== "file") continue;
    const entry = item.webkitGetAsEntry();
    const file = entry === null ? item.getAsFile() : null;
    if (entry !== null) entries.push(entry);
    else if (file !== null) loose.push(file);
  }
  return { entries, loose };
}
