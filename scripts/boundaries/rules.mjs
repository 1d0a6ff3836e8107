// Who may import whom: the one list behind the linter's rule and the test that looks for circles.

/** Layers of the browser's code from below: each sees those before it. Every other folder of components/ is a feature. */
export const browserLayers = ["ui", "layout", "domain", "registry"];
/** Layers of the server's code from below: each sees those before it. Every other folder of lib/server is a group. */
export const serverLayers = [
  "db",
  "base",
  "text",
  "outbound",
  "process",
  "machine",
  "storage",
  "runtime",
  "session",
  "http",
  "entries",
  "pages",
  "realtime",
  "group",
  "task",
];
/** The lists of features, which `app/` alone reads. */
const featureLists = /^components\/(?:visitor-)?features$/;
/** Puts groups together; nothing but server.ts imports it. */
const composition = "lib/server/start";
const adapters = ["local", "memory", "sftp", "container"].map((name) => `lib/server/storage/${name}`);
/** What of them others see: the adapter, for whoever puts it in, what it is to be given, and a server for tests. */
const doors = new Set(
  [
    "sftp/sftp-adapter",
    "sftp/create-sftp-session",
    "sftp/authorize-line",
    "sftp/protocol/sftp-session",
    "sftp/sshd-fixture",
    "container/container-adapter",
    "container/container-session",
    "container/open-process",
  ].map((name) => `lib/server/storage/${name}`),
);

const noFileSystem = "Only lib/server/storage touches the file system.";
const noPrograms =
  "Programs are started by spawnChild (lib/server/process/spawn-child.ts) alone: a clean environment, closed descriptors, a group that ends.";
const restricted = [
  {
    modules: /^node-pty$/,
    message: "Terminals are opened by openPty (lib/server/process/open-pty.ts) alone.",
    but: /^lib\/server\/process\//,
  },
  {
    modules: /^(?:node:)?fs(?:\/promises)?$/,
    message: noFileSystem,
    but: /^lib\/server\/(?:storage\/|archive\/seven-zip\/|db\/|base\/(?:env|descriptors)\.ts|http\/static\/|start\/|process\/|machine\/)/,
  },
  {
    modules: /^(?:node:)?child_process$/,
    message: noPrograms,
    // The second mounts file systems for tests.
    but: /^lib\/server\/(?:process\/|storage\/.*\/mounts\.ts$)/,
  },
];

/** What an area of the tree sees beside itself, and the packages that it must do without. */
const areas = [
  {
    area: "lib/shared",
    sees: [],
    without: /^(?:node:|react|next(?:$|\/))/,
    why: "lib/shared is pure and knows nothing else.",
  },
  { area: "lib/contracts", sees: ["lib/shared"], why: "Contracts see lib/shared only." },
  {
    area: "lib/client",
    sees: ["lib/shared", "lib/contracts", "messages"],
    why: "The client sees lib/shared and contracts.",
  },
  {
    area: "lib/server/storage",
    sees: ["lib/shared", "lib/server"],
    why: "Storage sees lib/shared and the server's lower layers.",
  },
  {
    area: "lib/server",
    sees: ["lib/shared", "lib/contracts", "messages", "package.json"],
    why: "The server sees lib/shared and contracts.",
  },
  {
    area: "components/ui",
    sees: ["lib/shared"],
    without: /^(?:next\/|next-intl$)/,
    why: "The kit sees lib/shared only.",
  },
  {
    area: "components",
    sees: ["lib/shared", "lib/contracts", "lib/client"],
    why: "Browser code sees lib/shared, contracts and the client.",
  },
];

const isBelow = (folder, path) => path === folder || path.startsWith(`${folder}/`);

/** The folder below `parent` that holds the file; null for a file that lies in `parent` itself, and for others. */
function roomOf(parent, path) {
  const rest = path.startsWith(`${parent}/`) ? path.slice(parent.length + 1).split("/") : [];
  return rest.length > 1 ? rest[0] : null;
}

function findLayerProblem(parent, layers, { from, to }) {
  const [mine, theirs] = [roomOf(parent, from), roomOf(parent, to)];
  if (mine === null || theirs === null || mine === theirs) return null;
  const [above, below] = [layers.indexOf(mine), layers.indexOf(theirs)];
  if (above === -1) return null;
  return below === -1 || below > above ? `${parent}/${mine} is a layer below ${parent}/${theirs}.` : null;
}

/**
 * What is wrong with an import, or null. A type of a module that only some may use harms nobody.
 * @param {string} from The importing file, from the project's root.
 * @param {string} specifier
 * @param {{ isType?: boolean }} [kind]
 */
export function findProblem(from, specifier, { isType = false } = {}) {
  if (specifier.startsWith("../")) return "Use @/… across folders.";
  const ban = restricted.find(({ modules, but }) => modules.test(specifier) && !but.test(from));
  if (ban !== undefined && !isType && /^(?:app|components|lib)\//.test(from)) return ban.message;
  const own = areas.find(({ area }) => isBelow(area, from));
  if (own?.without?.test(specifier)) return own.why;
  if (!specifier.startsWith("@/")) return null;
  const to = specifier.slice(2);
  if (own !== undefined && ![own.area, ...own.sees].some((area) => isBelow(area, to))) return own.why;
  if (isBelow("components", from)) {
    if (featureLists.test(to)) return "Only app/ reads the lists of features.";
    const [mine, theirs] = [roomOf("components", from), roomOf("components", to)];
    const isFeature = mine !== null && theirs !== null && mine !== theirs && !browserLayers.includes(theirs);
    if (isFeature && !browserLayers.includes(mine))
      return "Features are islands: reach another one through a URL or the registry, and move down what both need.";
    return findLayerProblem("components", browserLayers, { from, to });
  }
  if (!isBelow("lib/server", from)) return null;
  if (isBelow(composition, to) && !isBelow(composition, from))
    return "Nothing but server.ts imports what puts groups together.";
  if (adapters.some((adapter) => isBelow(adapter, to)) && !isBelow("lib/server/storage", from) && !doors.has(to))
    return "Only lib/server/storage knows its adapters: ask the Storage, or a place by its id (places.ts).";
  return findLayerProblem("lib/server", serverLayers, { from, to });
}
