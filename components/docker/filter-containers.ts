import type { ContainerRow } from "@/lib/contracts/docker";

export const containerFilters = ["all", "running", "stopped", "unhealthy"] as const;
export type ContainerFilter = (typeof containerFilters)[number];

type Rows = ReadonlyMap<string, ContainerRow>;

export const isRunning = ({ state }: Pick<ContainerRow, "state">): boolean =>
  state === "running" || state === "paused" || state === "restarting";

/** Its own check fails, Docker cannot end it, or it ends as often as Docker starts it. */
const isInTrouble = ({ health, restarts, state }: ContainerRow): boolean =>
  health === "unhealthy" || restarts !== null || state === "dead";

const isIn: Record<ContainerFilter, (row: ContainerRow) => boolean> = {
  all: () => true,
  running: (row) => isRunning(row) && row.restarts === null,
  stopped: (row) => !isRunning(row),
  unhealthy: isInTrouble,
};

/** By its id, or by its name: links from elsewhere know no more. */
export function findContainer(rows: Rows, idOrName: string): ContainerRow | null {
  return rows.get(idOrName) ?? [...rows.values()].find(({ name }) => name === idOrName) ?? null;
}

export function filterContainers(rows: Rows, { text, filter }: { text: string; filter: ContainerFilter }): Rows {
  const words = text.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return new Map([...rows].filter(([, row]) => isIn[filter](row) && words.every((word) => fits(row, word))));
}

/** `stack:shop` and `service:web` by exactly these, `:8080` by a published port, `/srv/data` by a folder that it shares with the server, else by a part of the name, the image, the stack, or the beginning of the id. */
function fits({ id, name, image, project, service, ports, folders }: ContainerRow, word: string): boolean {
  const [, label, wanted] = /^(stack|service):(.+)$/.exec(word) ?? [];
  if (label !== undefined) return (label === "stack" ? project : (service ?? name))?.toLocaleLowerCase() === wanted;
  if (/^:\d+$/.test(word)) return ports.some(({ outside }) => outside === Number(word.slice(1)));
  if (word.startsWith("/")) return folders.some((folder) => touches(`${folder.toLocaleLowerCase()}/`, word));
  const texts = [name, image, project ?? "", service ?? ""];
  return id.startsWith(word) || texts.some((one) => one.toLocaleLowerCase().includes(word));
}

/** What is typed so far is the beginning of the folder, the folder itself, or lies in it. */
const touches = (folder: string, word: string) => folder.startsWith(word) || `${word}/`.startsWith(folder);

/** `8080 → 80/tcp`; what is not published as it is inside. */
export function portText({ address, outside, inside, protocol }: ContainerRow["ports"][number]): string {
  const within = protocol === "tcp" ? String(inside) : `${inside}/${protocol}`;
  if (outside === null) return within;
  const where = address === "" || address === "0.0.0.0" ? String(outside) : `${address}:${outside}`;
  return `${where} → ${within}`;
}
