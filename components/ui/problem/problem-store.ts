import { createStore } from "@/lib/shared/store";
import { lastPress } from "./press";

/** Why something failed, where it was pressed. */
export type StandingProblem = { id: number; message: string; place: Element };

export const standingProblem = createStore<StandingProblem | null>(null);
let lastId = 0;

/** Marks where a dialog keeps its problem. */
export const dialogPlace = "data-problem-place";

const isDialogPlace = (place: Element): boolean => place.hasAttribute(dialogPlace);

/** Lets a problem stand until the next act. Says where: in the open dialog, beside what was pressed, or nowhere when that is not to be seen. */
export function standProblem(message: string, press: Element | null = lastPress()): "dialog" | "beside" | null {
  const place = [...document.querySelectorAll(`[${dialogPlace}]`)].at(-1) ?? placeBeside(press);
  standingProblem.set(place === null ? null : { id: ++lastId, message, place });
  if (place === null) return null;
  return isDialogPlace(place) ? "dialog" : "beside";
}

export function endProblem(): void {
  standingProblem.set(null);
}

/** The problem that stands beside something, not that of a dialog. */
export function problemBeside(problem: StandingProblem | null): StandingProblem | null {
  return problem === null || isDialogPlace(problem.place) ? null : problem;
}

/** A line of a menu, or a button of a dialog, has closed with it: then it is what has got the focus back. */
function placeBeside(press: Element | null): Element | null {
  if (press === null) return null;
  const focused = document.activeElement;
  const place = press.isConnected ? press : focused === document.body ? null : focused;
  // Beside a whole page or list there is no place.
  return place !== null && place.getBoundingClientRect().height < innerHeight / 3 ? place : null;
}
