import type { ChannelEnd } from "@/lib/contracts/channel";
import { applyLive, type LiveMessage, type LiveRow } from "@/lib/shared/live-rows";
import { createStore, type Store } from "@/lib/shared/store";

export type LiveTable<Row extends LiveRow> = {
  /** Null: not known yet. */
  rows: ReadonlyMap<string, Row> | null;
  /** How many more there are, which are not told. */
  left: number;
  /** How many cannot be read. */
  unreadable: number;
  /** Why the rows are not of now, or why there are none. */
  problem: LiveMessage<Row>["problem"];
  /** The server has ended the channel over it; else it looks again, and the problem may go by itself. */
  isEnded: boolean;
};

type Keep<Row extends LiveRow> = (
  onMessage: (message: LiveMessage<Row>) => void,
  onClose: (end: ChannelEnd) => void,
) => () => void;

/**
 * A table kept by a channel of live rows while somebody looks at it. `keep` opens the channel:
 * `createLiveTable((hear, end) => keepChannel("processes/follow", {}, hear, end))`.
 */
export function createLiveTable<Row extends LiveRow>(keep: Keep<Row>): Store<LiveTable<Row>> {
  const nothing: LiveTable<Row> = { rows: null, left: 0, unreadable: 0, problem: null, isEnded: false };
  const store = createStore<LiveTable<Row>>(nothing);
  let viewers = 0;
  let stop = () => {};

  function begin(): void {
    let rows: ReadonlyMap<string, Row> = new Map();
    let isFirst = true;
    stop = keep(
      (message) => {
        rows = applyLive(isFirst ? new Map() : rows, message);
        isFirst = false;
        if (message.isPart) return;
        // A source that could not be read says so before it has told any rows.
        const isKnown = message.problem === null || rows.size > 0;
        store.set(({ rows: before }) => ({
          rows: isKnown ? rows : before,
          left: message.left,
          unreadable: message.unreadable,
          problem: message.problem,
          isEnded: false,
        }));
      },
      (end) => {
        // The next channel begins with all rows; until then the old ones stay.
        isFirst = true;
        if ("error" in end)
          store.set((table) => ({ ...table, problem: { error: end.error, params: end.params ?? {} }, isEnded: true }));
      },
    );
  }

  return {
    get: store.get,
    set: store.set,
    subscribe(listener) {
      const unsubscribe = store.subscribe(listener);
      if (++viewers === 1) begin();
      return () => {
        unsubscribe();
        if (--viewers > 0) return;
        stop();
        store.set(nothing);
      };
    },
  };
}
