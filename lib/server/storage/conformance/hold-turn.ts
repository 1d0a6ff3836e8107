import { onTestFinished } from "vitest";

/** Takes a turn, by what runs something in it, and gives what ends it; at the latest with the test. */
export async function holdTurn(inTurn: (run: () => Promise<void>) => Promise<void>): Promise<() => Promise<void>> {
  let end = () => {};
  const over = new Promise<void>((resolve) => {
    end = resolve;
  });
  onTestFinished(() => end());
  let held = Promise.resolve();
  await new Promise<void>((begun) => {
    held = inTurn(() => {
      begun();
      return over;
    });
  });
  return async () => {
    end();
    await held;
  };
}
