import { AppError } from "@/lib/shared/errors";
import type { stackContract } from "@/lib/contracts/stack";
import type { StackAction } from "@/lib/shared/stacks";
import type { TerminalSize } from "@/lib/shared/terminals";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { assertNoneRecreated, stacksAtWork } from "@/lib/server/docker/make/projects-at-work";
import type { Service } from "@/lib/server/http/service";
import { hasPty, openPty } from "@/lib/server/process/open-pty";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import { openWatched } from "@/lib/server/terminal/open-watched";
import type { TerminalSource } from "@/lib/server/terminal/terminal-source";
import { assertNobodys } from "./assert-nobodys";
import { keepBuilt, mustBuild } from "./built-images";
import type { ComposeFacts } from "./compose-facts";
import { composeEnvironment } from "./compose-environment";
import type { Approval } from "./approvals";
import { getApproved } from "./approve-stack";
import type { FactsReply } from "./facts-worker";
import { getCompose } from "./find-compose";
import { stacksChanged } from "./follow-stacks";
import { leftoversAmong } from "./list-stacks";
import { listProjectContainers } from "./project-containers";
import { readFacts } from "./read-facts";
import { approvedArguments } from "./run-compose";
import { getStackPlace, type StackPlace } from "./stack-places";

const does: Record<StackAction, readonly string[]> = {
  up: ["up", "-d"],
  pull: ["pull"],
  restart: ["restart"],
  stop: ["stop"],
  down: ["down"],
};

/** One thing at a time for each stack. Ctrl-C in its terminal, and closing that, end what is being done. */
export const runStack: Service<typeof stackContract.runStack> = async (
  { name, action, service, profiles, leftovers, build, cols, rows },
  ctx,
) => {
  const chosen = profiles.map((one) => ` --profile ${one}`).join("");
  ctx.about(`${name}${service === undefined ? "" : ` ${service}`}${chosen} ${action}${build ? " --build" : ""}`);
  assertRoot(ctx.actor);
  // Compose takes a whole stack down, and no part of it.
  const isWhole = service === undefined && (action === "up" || action === "down");
  const isNew = action === "up" || action === "pull";
  if (profiles.length > 0 && (!isNew || service !== undefined)) throw new AppError("request/invalid");
  if ((action === "down" && service !== undefined) || (leftovers.length > 0 && !isWhole) || (build && action !== "up"))
    throw new AppError("request/invalid");
  if (!hasPty()) throw new AppError("terminal/no-pty");
  const place = await getStackPlace(name);
  // Another folder is that project: its containers would be taken for those of this one.
  if (place.id !== place.name) throw new AppError("stack/exists", { name: place.name });
  if (stacksAtWork.has(name)) throw new AppError("stack/busy", { name });
  assertNoneRecreated(name, action);
  stacksAtWork.set(name, action);
  const over = () => {
    stacksAtWork.delete(name);
    stacksChanged();
  };
  try {
    const size = { cols, rows };
    const { files, compose, notes } = await getApproved(place, { isNew });
    const [facts] = await readFacts([compose]);
    if (!facts && action === "up") throw new AppError("stack/slow", { name: place.name });
    // What runs is stopped and taken down whatever it was started by.
    const active = isNew ? profiles : profilesIn(facts);
    const raised = action === "up" && facts ? { ...facts, notes } : null;
    if (raised !== null) await assertNobodys(place, { facts: raised, db: ctx.db });
    if (leftovers.length > 0) await assertSeen(place, { services: facts?.services ?? null, leftovers });
    const args = [
      ...active.flatMap((one) => ["--profile", one]),
      ...does[action],
      ...(build || (raised !== null && (await mustBuild(place, raised))) ? ["--build"] : []),
      ...(leftovers.length > 0 ? ["--remove-orphans"] : []),
    ];
    const terminal = await openWatched(ctx, {
      access: "docker_container_update",
      mayStill: ({ isRoot }) => isRoot,
      size,
      open: () =>
        openCompose(place, { files, action, args: [...args, ...(service === undefined ? [] : ["--", service])], size }),
    });
    void terminal.ended.then(over); // never rejects
    if (raised !== null)
      void terminal.ended.then(async () => {
        if (terminal.info().exit?.code !== 0) return;
        await keepBuilt(ctx.db, place, { ...raised, isMeant: isMeant(raised, { service, profiles }) }).catch(
          (error: unknown) => {
            // They are built once more.
            ctx.log.warn({ err: error, stack: place.name }, "which images a stack has built could not be kept");
          },
        );
      });
    stacksChanged();
    return { id: terminal.id };
  } catch (error) {
    over();
    throw error;
  }
};

type Options = { files: Approval["files"]; action: StackAction; args: readonly string[]; size: TerminalSize };

async function openCompose(place: StackPlace, { files, action, args, size }: Options): Promise<TerminalSource> {
  const compose = await getCompose();
  const { program, args: all } = await compose.run([...approvedArguments(place, files), ...args]);
  const { listen, write, backlog, resize, pause, resume, end } = openPty({
    program,
    args: all,
    cwd: "/",
    env: { ...composeEnvironment(), TERM: "xterm-256color" },
    ...size,
  });
  const label = `${place.name}: ${action}`;
  return { program: label, listen, write, backlog, resize, pause, resume, end, place: () => null };
}

const profilesIn = (facts: FactsReply | undefined): string[] => [
  ...new Set([...(facts?.profiles.values() ?? [])].flat()),
];

/** Which services a deployment starts: the one that is named, or those without a profile, and those of the profiles that are. */
const isMeant =
  (
    { profiles: known }: ComposeFacts,
    { service, profiles }: { service: string | undefined; profiles: readonly string[] },
  ) =>
  (name: string): boolean =>
    service === undefined ? (known.get(name)?.some((one) => profiles.includes(one)) ?? true) : name === service;

/** Compose deletes all containers of services that the files have no more: throws stack/changed where there are others than were seen. */
async function assertSeen(
  { name }: StackPlace,
  { services, leftovers }: { services: readonly string[] | null; leftovers: readonly string[] },
): Promise<void> {
  const found = leftoversAmong(await listProjectContainers(name), services ?? []).map(nameAmong);
  if (services === null || found.some((one) => !leftovers.includes(one))) throw new AppError("stack/changed", { name });
}
