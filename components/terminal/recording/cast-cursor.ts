import { eventsIn, type Cast, type CastEvent } from "./cast";

/** A place in a recording. Holds the events of one piece. */
export function createCursor(cast: Cast) {
  let piece = 0;
  let index = 0;
  let decoded = -1;
  let events: readonly CastEvent[] = [];
  return {
    /** What happens next; null: no more has come. */
    next(): CastEvent | null {
      for (let bytes = cast.pieces[piece]; bytes !== undefined; bytes = cast.pieces[piece]) {
        if (decoded !== piece) {
          events = eventsIn(bytes);
          decoded = piece;
        }
        const event = events[index];
        if (event !== undefined) return event;
        piece++;
        index = 0;
      }
      return null;
    },
    pass(): void {
      index++;
    },
    /** The number of the piece that begins here; null within one. */
    beginning: (): number | null => (index === 0 ? piece : null),
    goTo(next: number): void {
      piece = next;
      index = 0;
    },
  };
}
