export type Pulse = {
  /** From the end of one question to the next. */
  everyMs: number;
  /** An answer that takes longer is late. */
  lateMs: number;
  /** Something that the source answers at once. */
  ask: () => Promise<unknown>;
};

type Felt = "there" | "late" | "gone";

/** Feels whether a source answers, and tells what it felt each time, until the returned function is called. */
export function feelPulse({ everyMs, lateMs, ask }: Pulse, tell: (felt: Felt) => void): () => void {
  let isOver = false;
  let timer: ReturnType<typeof setTimeout> | null = null;

  async function feel(): Promise<void> {
    timer = setTimeout(() => tell("late"), lateMs);
    const felt = await ask().then(
      () => "there" as const,
      () => "gone" as const,
    );
    if (isOver) return;
    clearTimeout(timer);
    timer = setTimeout(() => void feel(), everyMs); // feel never rejects
    tell(felt);
  }

  void feel();
  return () => {
    isOver = true;
    if (timer !== null) clearTimeout(timer);
  };
}
