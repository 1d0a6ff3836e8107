/** What the spawner is told. Each child has a number of its own, which is never used again. */
export type SpawnerOrder =
  | {
      kind: "start";
      id: number;
      program: string;
      args: readonly string[];
      /** All of it. */
      env: Readonly<Record<string, string>>;
      /** Descriptors of the process that asks, for input, output, and errors: pipes. Null: nothing to be read, and what is written is lost. */
      stdio: readonly (number | null)[];
      /** Null: as this process. */
      niceness: number | null;
    }
  /** The child, and all in its process group. */
  | { kind: "end"; id: number };

/** What it says of a child. `failed` is the last word of one that could not be started, `exited` of any other. */
export type ChildWord =
  | { kind: "started"; id: number; pid: number }
  | { kind: "failed"; id: number; message: string; code: string }
  | { kind: "exited"; id: number; code: number | null; signal: NodeJS.Signals | null };

/** `blind`: it may not open what is open in the process that asks, and ends. */
export type SpawnerWord = ChildWord | { kind: "blind" };
