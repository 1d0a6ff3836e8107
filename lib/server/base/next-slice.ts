type State = { waiting: (() => void)[]; isCalled: boolean };

const state: State = { waiting: [], isCalled: false };

/**
 * Waits before the next few milliseconds of a long job: of all that wait one goes on in each turn of the event loop. However many long answers are being
 * made, a short one, which takes some twenty turns, has to wait for one slice in each and not for one of every job.
 */
export function nextSlice(): Promise<void> {
  return new Promise((resolve) => {
    state.waiting.push(resolve);
    call();
  });
}

function call(): void {
  const { waiting, isCalled } = state;
  if (isCalled || waiting.length === 0) return;
  state.isCalled = true;
  setImmediate(() => {
    state.isCalled = false;
    waiting.shift()?.();
    call();
  });
}

/**
 * For a job that may find all it waits for ready, so that promises alone would never let anybody else in: after each step, waits for the next slice once it
 * has worked for `sliceMs`.
 */
export function createPace(sliceMs = 3): () => Promise<void> | undefined {
  let beganMs = performance.now();
  return () => {
    if (performance.now() - beganMs < sliceMs) return undefined;
    return nextSlice().then(() => {
      beganMs = performance.now();
    });
  };
}
