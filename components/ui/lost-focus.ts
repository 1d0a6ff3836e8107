import { tabStopsOf } from "./focusables";

const page = "#main";
const frame = `${page}, [role=dialog], [role=alertdialog]`;
const rememberedCount = 8;
/** Whoever gives the focus back by themselves does it within this time. */
const graceFrames = 4;

type Place = {
  element: HTMLElement;
  className: string;
  pathname: string;
  path: readonly { node: Element; index: number }[];
};

/**
 * What has the focus can go away: a row that was deleted, a button that did its work, a page that was left. Then the focus goes to what is in its
 * place, its neighbour, or the frame around it, and not to nowhere, where the next key finds nothing. A button that was disabled while it works
 * gets it back. Until the signal is aborted.
 */
export function watchLostFocus(signal: AbortSignal): void {
  /** The last is where the focus is, or was. */
  let places: readonly Place[] = [];
  let isLooking = false;
  const remember = ({ target }: Pick<FocusEvent, "target">) => {
    if (target instanceof HTMLElement && target !== document.body)
      places = [...places.filter(({ element }) => element !== target), placeOf(target)].slice(-rememberedCount);
  };
  // Left on purpose: nothing of it is to come back.
  const forget = () => {
    if (!isNowhere() || places.at(-1)?.element.isConnected === false) return;
    places = places.slice(0, -1);
  };
  const look = (framesLeft: number) => {
    const lost = places.at(-1);
    isLooking = lost !== undefined && isNowhere() && framesLeft > 0;
    if (lost === undefined || !isNowhere()) return;
    if (framesLeft > 0) requestAnimationFrame(() => look(framesLeft - 1));
    else if (!lost.element.isConnected) places = giveBack(places);
    else if (!lost.element.matches(":disabled")) lost.element.focus({ preventScroll: true });
  };
  const observer = new MutationObserver(() => {
    const lost = places.at(-1);
    if (isLooking || lost === undefined || !isNowhere()) return;
    isLooking = true;
    look(graceFrames);
  });
  document.addEventListener("focusin", remember, { signal });
  document.addEventListener("pointerup", forget, { signal });
  observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled"] });
  signal.addEventListener("abort", () => observer.disconnect());
  remember({ target: document.activeElement });
}

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

function placeOf(element: HTMLElement): Place {
  const path = [];
  for (let one: Element = element; one.parentElement !== null && one !== document.body; one = one.parentElement)
    path.push({ node: one.parentElement, index: [...one.parentElement.children].indexOf(one) });
  // Its look changes while it is at work.
  return { element, className: element.className, pathname: location.pathname, path };
}

/** Gives what remains to be remembered. */
function giveBack(places: readonly Place[]): readonly Place[] {
  for (const [at, place] of [...places.entries()].toReversed()) {
    // It is at work, and gets the focus when that is done; or goes away as well.
    if (place.element.isConnected && place.element.matches(":disabled")) return places.slice(0, at + 1);
    const target = place.element.isConnected ? place.element : placeLeft(place);
    if (target instanceof HTMLElement) target.focus({ preventScroll: target.matches(frame) });
    if (!isNowhere()) return places;
  }
  document.querySelector<HTMLElement>(page)?.focus({ preventScroll: true });
  return places;
}

/** What is where it was, or the frame that it was in. */
function placeLeft({ element, className, pathname, path }: Place): Element | null {
  for (const { node, index } of path) {
    if (!node.isConnected || node === document.body) continue;
    // Another page is begun at its beginning.
    if (node.closest(page) !== null && location.pathname !== pathname) return document.querySelector(page);
    for (const child of [node.children[index], node.children[index - 1]]) {
      const stops = child === undefined ? [] : tabStopsOf(child);
      const same = stops.find((one) => one.tagName === element.tagName && one.className === className);
      const found = same ?? stops[0];
      if (found !== undefined) return found;
    }
    if (node.matches(frame)) return node;
  }
  return null;
}
