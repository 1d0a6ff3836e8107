// The linter's rule `filedeck/no-clock-verdict`: a test says nothing by how long something took, or by what its process has used. What else a machine does decides
// such a test; durations, memory, and shares of turns are measured beside a control instead (npm run measure).

/** What a whole process has used, and how long others waited: of everything that runs in it. */
const used = {
  process: new Set(["cpuUsage", "memoryUsage", "resourceUsage", "threadCpuUsage"]),
  performance: new Set(["eventLoopUtilization"]),
};
/** Of Node, and of bench/support/measure.ts. */
const imported = new Set(["monitorEventLoopDelay", "eventLoopUtilization", "memoryMb", "cpuSeconds", "resetPeak"]);
const matchers = /^to(?:Be(?:LessThan|GreaterThan)(?:OrEqual)?|BeCloseTo|BeWithin)$/;
const comparisons = new Set(["<", "<=", ">", ">="]);
/** A duration by its name: `tookMs`, `elapsedSeconds`. What is a time by the name of what it is of is none: `mtimeMs`. */
const durationName = /^(?:ms|(?:took|elapsed|waited|worst|longest|slice|stopped|spent|delay|lasted)\w*(?:Ms|Seconds))$/;

const nameOf = (node) => (node?.type === "Identifier" ? node.name : null);
const memberOf = (node) =>
  node?.type === "MemberExpression" && !node.computed ? [nameOf(node.object), nameOf(node.property)] : [null, null];

/** `Date.now()`, `performance.now()`, and `process.hrtime()` in all its forms. */
function isNow(node) {
  if (node?.type !== "CallExpression") return false;
  const [object, property] = memberOf(node.callee);
  if (property === "now") return object === "Date" || object === "performance";
  if (object === "process" && property === "hrtime") return true;
  const { callee } = node;
  return property === "bigint" && memberOf(callee.object).join(".") === "process.hrtime";
}

const children = (node) =>
  Object.entries(node)
    .filter(([key]) => key !== "parent")
    .flatMap(([, value]) => value)
    .filter((value) => typeof value?.type === "string");

/** What holds for the node or anything in it but for functions: what they do is not done there. */
function has(node, fits) {
  if (fits(node)) return true;
  if (/Function/.test(node.type)) return false;
  // A stored time that is compared with now, either way: `Math.abs(at - Date.now())`.
  if (node.type === "CallExpression" && memberOf(node.callee).join(".") === "Math.abs") return false;
  return children(node).some((child) => has(child, fits));
}

const isFunction = (node) => /Function/.test(node.type);

/** The variables of a name's nearest function, or file, that are made by this. */
function makersOf(name, from) {
  for (let scope = from.parent; scope !== null && scope !== undefined; scope = scope.parent) {
    if (!isFunction(scope) && scope.type !== "Program") continue;
    const found = [];
    const look = (node) => {
      if (node.type === "VariableDeclarator" && nameOf(node.id) === name && node.init !== null) found.push(node.init);
      if (node.type === "AssignmentExpression" && nameOf(node.left) === name) found.push(node.right);
      for (const child of children(node)) look(child);
    };
    look(scope);
    if (found.length > 0) return found;
  }
  return [];
}

/** Whether a name is made of now: `const began = performance.now()`. */
const isBegin = (node) => nameOf(node) !== null && makersOf(node.name, node).some(isNow);

/** A time that has passed: of two, one is now. Offsets of fixed length, `Date.now() - 60_000`, are dates. */
function isPassed(node) {
  if (node.type !== "BinaryExpression" || node.operator !== "-") return false;
  const { left, right } = node;
  return (isNow(left) && (isNow(right) || isBegin(right))) || (isBegin(left) && isBegin(right)) || isNowMinusDate(node);
}

/** `Date.now() - Date.parse(…)`: how old something is. */
function isNowMinusDate({ left, right }) {
  return isNow(left) && right.type === "CallExpression" && memberOf(right.callee).join(".") === "Date.parse";
}

function isDuration(node) {
  return has(node, (part) => {
    if (isPassed(part)) return true;
    const name = nameOf(part);
    if (name === null || part.parent.type === "MemberExpression") return false;
    return durationName.test(name) || makersOf(name, part).some((maker) => has(maker, isPassed));
  });
}

const duration =
  "A duration says what else the machine does: count steps, bytes, or messages, or measure it beside a control (bench/verdicts).";
const usage =
  "What a process has used is of all that runs in it: count steps, bytes, or turns, or measure it beside a control (bench/verdicts).";

export const noClockVerdict = {
  create(context) {
    const report = (node, message) => context.report({ node, message });
    return {
      MemberExpression(node) {
        const [object, property] = memberOf(node);
        if (object !== null && Object.hasOwn(used, object) && used[object].has(property)) report(node, usage);
      },
      ImportSpecifier(node) {
        if (imported.has(nameOf(node.imported))) report(node, usage);
      },
      CallExpression(node) {
        const [, matcher] = node.callee.type === "MemberExpression" ? [null, nameOf(node.callee.property)] : [];
        if (matcher === undefined || matcher === null || !/^to[A-Z]/.test(matcher)) return;
        let made = node.callee.object;
        while (made.type === "MemberExpression") made = made.object; // .not, .resolves
        const [given] = made.type === "CallExpression" ? made.arguments : [];
        if (given === undefined || !isExpect(made.callee)) return;
        if (matchers.test(matcher) ? isDuration(given) : has(given, isComparison)) report(node, duration);
      },
    };
  },
};

const isExpect = (callee) => nameOf(callee) === "expect" || memberOf(callee)[0] === "expect";

/** `expect([code, tookMs < 3_000]).toEqual([0, true])`. */
const isComparison = (node) =>
  node.type === "BinaryExpression" &&
  comparisons.has(node.operator) &&
  (isDuration(node.left) || isDuration(node.right));
