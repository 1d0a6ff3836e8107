export type Lane = {
  name: string;
  runner: "vitest" | "playwright";
  match: string[];
  but: string[];
  workers: number;
  minutes: number;
};
export declare const lanes: Lane[];
export declare function lanesOf(runner: Lane["runner"]): Lane[];
