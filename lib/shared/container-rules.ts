/** What a rule on containers may permit beside seeing them. Starting and stopping includes restarting, pausing, and resuming. */
export const containerRights = ["logs", "start_stop", "shell"] as const;
export type ContainerRight = (typeof containerRights)[number];

/** What may be asked about a container in “Check access”. */
export const containerActions = ["container_see", "container_logs", "container_start_stop", "container_shell"] as const;
export type ContainerAction = (typeof containerActions)[number];

export const isContainerAction = (text: string): text is ContainerAction =>
  (containerActions as readonly string[]).includes(text); // any text may be looked for

/** What whoever has it may do with the containers that it names. */
export type ContainerRule = {
  /** A name in which `*` stands for any characters, or `project:` and such a name of a Compose project. */
  match: string;
  may: ContainerRight[];
};

/** `project`: of Compose, as far as it is certain; null without. */
export type NamedContainer = { name: string; project: string | null };

export const containerRuleLimits = { most: 50, match: 160 };

const pattern = /^(?:project:)?[a-zA-Z0-9_.*-]{1,128}$/;
const projectPrefix = "project:";

export const isContainerMatch = (match: string): boolean => pattern.test(match);

/** Whether a rule with this match names the container. */
export function isNamedBy(match: string, { name, project }: NamedContainer): boolean {
  const [isOfProject, wanted] = partsOf(match);
  if (!isOfProject) return fits(wanted, name);
  return project !== null && fits(wanted, project);
}

/** Whether everything that `match` names is named by `wider` as well. */
export function isWithinMatch(match: string, wider: string): boolean {
  const [[isOfProject, inner], [isWiderOfProject, outer]] = [partsOf(match), partsOf(wider)];
  // As a text, a star in the one is only matched by a star of the other.
  return isOfProject === isWiderOfProject && fits(outer, inner);
}

function partsOf(match: string): [boolean, string] {
  return match.startsWith(projectPrefix) ? [true, match.slice(projectPrefix.length)] : [false, match];
}

/** In a time that grows with the lengths alone, whatever the stars. */
function fits(glob: string, text: string): boolean {
  const [first = "", ...rest] = glob.split("*");
  const last = rest.pop();
  if (last === undefined) return text === glob;
  if (text.length < first.length + last.length || !text.startsWith(first) || !text.endsWith(last)) return false;
  const end = text.length - last.length;
  let at = first.length;
  for (const part of rest) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > end) return false;
    at = found + part.length;
  }
  return true;
}
