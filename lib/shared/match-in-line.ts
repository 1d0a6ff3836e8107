type Atom = (char: string) => boolean;
/** One step: takes a character, goes to several places at once, or is the end. */
type Step = { atom: Atom } | { to: number[] } | "end";

/**
 * Whether a text is matched by the source of a glob ({@link globToSource}), in time that grows with the text's length times the glob's. A
 * regular expression tries one way after the other: for `*a*a*a*a` that is all of them, minutes for one long name.
 */
export function makeLinearMatcher(source: string, matchCase: boolean): (text: string) => boolean {
  const steps = compile(source, matchCase);
  return (text) => {
    let places = new Set<number>();
    enter(steps, 0, places);
    for (const char of text) {
      const next = new Set<number>();
      for (const place of places) {
        const step = steps[place];
        if (step !== undefined && step !== "end" && "atom" in step && step.atom(char)) enter(steps, place + 1, next);
      }
      if (next.size === 0) return false;
      places = next;
    }
    return [...places].some((place) => steps[place] === "end");
  };
}

/** Adds a place and all that are reached from it without a character. */
function enter(steps: readonly Step[], start: number, places: Set<number>): void {
  const waiting = [start];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (places.has(place)) continue;
    places.add(place);
    const step = steps[place];
    if (step !== undefined && step !== "end" && "to" in step) waiting.push(...step.to);
  }
}

function compile(source: string, matchCase: boolean): Step[] {
  const parts = source.match(/\(\?:|\[(?:\\.|[^\]\\])*\]|\\.|[^]/gu) ?? [];
  const steps: Step[] = [];
  let at = 0;

  function readEither(): void {
    const start = steps.length;
    readRow();
    while (parts[at] === "|") {
      at++;
      // Before what has been read: a choice between it and what follows.
      steps.splice(start, 0, { to: [] });
      shift(steps, start);
      const jump = steps.push({ to: [] }) - 1;
      steps[start] = { to: [start + 1, steps.length] };
      readEither();
      steps[jump] = { to: [steps.length] };
    }
  }

  function readRow(): void {
    while (at < parts.length && parts[at] !== "|" && parts[at] !== ")") readItem();
  }

  function readItem(): void {
    const start = steps.length;
    const part = parts[at++] ?? "";
    const isRepeated = () => parts[at] === "*";
    if (part === "(?:") {
      steps.push({ to: [] });
      readEither();
      at++;
      const isLoop = isRepeated();
      const end = isLoop ? steps.push({ to: [start] }) : steps.length;
      steps[start] = { to: isLoop ? [start + 1, end] : [start + 1] };
      if (isLoop) at++;
    } else if (isRepeated()) {
      at++;
      steps.push({ to: [start + 1, start + 3] }, { atom: atomOf(part, matchCase) }, { to: [start] });
    } else steps.push({ atom: atomOf(part, matchCase) });
  }

  readEither();
  steps.push("end");
  return steps;
}

/** What stood behind a step that was put in has moved by one. */
function shift(steps: Step[], from: number): void {
  for (const [index, step] of steps.entries())
    if (index > from && step !== "end" && "to" in step)
      steps[index] = { to: step.to.map((place) => (place >= from ? place + 1 : place)) };
}

function atomOf(source: string, matchCase: boolean): Atom {
  if (source === ".") return () => true;
  if (source === "[^/]") return (char) => char !== "/";
  if (source.startsWith("[")) {
    const pattern = new RegExp(`^${source}$`, matchCase ? "u" : "iu");
    return (char) => pattern.test(char);
  }
  const wanted = source.startsWith("\\") ? source.slice(1) : source;
  if (matchCase) return (char) => char === wanted;
  const [lower, upper] = [wanted.toLowerCase(), wanted.toUpperCase()];
  return (char) => char === wanted || char.toLowerCase() === lower || char.toUpperCase() === upper;
}
