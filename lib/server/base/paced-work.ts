import { Rows } from "./rows";

/** What others have sent is worked on for so long in one go, of all of them together, before anything else gets a turn. */
const turnMs = 10;
/** Who costs much for what they send gets a third of the time, all of them together. */
const restFactor = 2;
/** Bytes in a millisecond: whatever is meant takes less. */
const costlyBelow = 4_096;
const costlyMs = 1;

type Kind = "visitor" | "host";
/** Who has sent it: whoever comes here, by their network, or a host or server that is reached from here. Each has a turn before anybody has another one. */
export type Sender = { kind: Kind; name: string };
type Wake = () => void;

const quick = new Rows<Wake>();
const costly: Readonly<Record<Kind, Rows<Wake>>> = { visitor: new Rows(), host: new Rows() };
const state = {
  spentMs: 0,
  isCalled: false,
  isCostlyAtWork: false,
  costlyFromMs: 0,
  isResting: false,
};

let served: Kind = "host";

type Piece = { sender: Sender; isCostly: boolean };

/**
 * Takes its turn at once where there is time; {@link nextPiece} waits for it otherwise. Call {@link worked} in any case when the piece is done with, and throw nothing in between:
 * others wait for it. Pieces are to be so short that one takes a few milliseconds at most.
 */
export function hasTime({ isCostly }: Piece): boolean {
  if (isCostly || !quick.isEmpty || state.spentMs >= turnMs) return false;
  call();
  return true;
}

export function nextPiece({ sender, isCostly }: Piece): Promise<void> {
  return new Promise((resolve) => {
    (isCostly ? costly[sender.kind] : quick).add(`${sender.kind} ${sender.name}`, resolve);
    call();
  });
}

/** Gives whether the next one is costly, by what this one has taken. */
export function worked({ isCostly }: Piece, { bytes, ms }: { bytes: number; ms: number }): boolean {
  state.spentMs += ms;
  if (isCostly) {
    state.isCostlyAtWork = false;
    state.costlyFromMs = performance.now() + ms * restFactor;
  } else if (state.spentMs < turnMs) quick.take()?.();
  call();
  return ms >= costlyMs && bytes / ms < costlyBelow;
}

function call(): void {
  if (state.isCalled) return;
  state.isCalled = true;
  setImmediate(turn);
}

function turn(): void {
  state.isCalled = false;
  state.spentMs = 0;
  quick.take()?.();
  wakeCostly();
  if (!quick.isEmpty) call();
}

function wakeCostly(): void {
  if (state.isCostlyAtWork || (costly.visitor.isEmpty && costly.host.isEmpty)) return;
  const restMs = state.costlyFromMs - performance.now();
  if (restMs > 0) {
    if (!state.isResting) setTimeout(rested, restMs);
    state.isResting = true;
    return;
  }
  state.isCostlyAtWork = true;
  const other = served === "host" ? "visitor" : "host";
  if (!costly[other].isEmpty) served = other;
  costly[served].take()?.();
}

function rested(): void {
  state.isResting = false;
  call();
}
