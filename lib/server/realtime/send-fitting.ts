import type { LiveMessage, LiveRow } from "@/lib/shared/live-rows";

/** What was to be sent down a channel is not what its contract says, or cannot be written as JSON. */
export class UnfitMessageError extends Error {
  override name = "UnfitMessageError";
}

/** Sends a message without the rows that do not fit: halves are tried until those are alone. Returns their ids. */
export async function sendFitting<Row extends LiveRow>(
  send: (message: LiveMessage<Row>) => Promise<void>,
  message: LiveMessage<Row>,
): Promise<string[]> {
  const { rows, changed } = message;
  try {
    await send(message);
    return [];
  } catch (error) {
    // Without a row it is the table itself that is wrong.
    if (!(error instanceof UnfitMessageError) || rows.length + changed.length === 0) throw error;
  }
  if (rows.length + changed.length === 1) {
    await send({ ...message, rows: [], changed: [] });
    return [...rows, ...changed].map(({ id }) => id);
  }
  const [someRows, someChanged] = [Math.ceil(rows.length / 2), Math.floor(changed.length / 2)];
  const first = { rows: rows.slice(0, someRows), changed: changed.slice(0, someChanged), isPart: true };
  const second = { rows: rows.slice(someRows), changed: changed.slice(someChanged), gone: [] };
  return [
    ...(await sendFitting(send, { ...message, ...first })),
    ...(await sendFitting(send, { ...message, ...second })),
  ];
}
