import { readPatience } from "./env";

const times = readPatience();

/**
 * How long to wait for an answer (in ms) before something else is said instead. Tests run where other tests keep the machine busy, and ask what is said, not how soon:
 * they are given more, by what {@link readPatience} says. For deadlines that change answers, not for how often something is asked.
 */
export function patient(ms: number): number {
  return ms * times;
}
