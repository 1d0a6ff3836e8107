import { AppError } from "@/lib/shared/errors";
import type { LastRun, stackContract } from "@/lib/contracts/stack";
import type { StackAction } from "@/lib/shared/stacks";
import { nameAmong } from "@/lib/server/docker/list-containers";
import { assertNoneRecreated, stacksAtWork } from "@/lib/server/docker/make/projects-at-work";
import type { Service } from "@/lib/server/http/service";
import { isUserAllowed } from "@/lib/server/http/still-allowed";
import { openPiped } from "@/lib/server/process/open-piped";
import { assertRoot } from "@/lib/server/runtime/assert-root";
import type { Ctx } from "@/lib/server/runtime/ctx";
import { recheck } from "@/lib/server/session/recheck";
import { askerOf, assertHolds } from "@/lib/server/session/still-holds";
import { assertNobodys } from "./assert-nobodys";
import { keepBuilt, mustBuild } from "./built-images";
import type { ComposeFacts } from "./compose-facts";
import { composeEnvironment } from "./compose-environment";
import type { Approval } from "./approvals";
import { getApproved } from "./approve-stack";
import type { FactsReply } from "./facts-worker";
import { getCompose } from "./find-compose";
import { stacksChanged } from "./follow-stacks";
import { digestOfFiles, keepDeployed } from "./deployed-files";
import { beginRun, cancelRun } from "./last-runs";
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

/** So long Compose may take to leave things in order when it is interrupted. */
const graceMs = 10_000;

/** One thing at a time for each stack. It goes on whoever looks, and ends with the right to it. What Compose says is kept (`last-runs.ts`). */
export const runStack: Service<typeof stackContract.runStack> = async (
  { name, action, service, profiles, leftovers, build },
  ctx,
) => {
  const chosen = profiles.map((one) => ` --profile ${one}`).join("");
  ctx.about(`${name}${service === undefined ? "" : ` ${service}`}${chosen} ${action}${build ? " --build" : ""}`);
  assertRoot(ctx.actor);
  if (action === "cancel") {
    cancelRun(name);
    return {};
  }
  // Compose takes a whole stack down, and no part of it.
  const isWhole = service === undefined && (action === "up" || action === "down");
  const isNew = action === "up" || action === "pull";
  if (profiles.length > 0 && (!isNew || service !== undefined)) throw new AppError("request/invalid");
  if ((action === "down" && service !== undefined) || (leftovers.length > 0 && !isWhole) || (build && action !== "up"))
    throw new AppError("request/invalid");
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
    // Before they are looked at: what changes meanwhile is a change.
    const deploying = action === "up" && service === undefined ? await digestOfFiles(place) : null;
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
    await startCompose(ctx, {
      place,
      about: { action, service: service ?? null, by: ctx.actor.username },
      files,
      args: [...args, ...(service === undefined ? [] : ["--", service])],
      onEnd(code) {
        over();
        if (raised === null || code !== 0) return;
        const kept = async () => {
          await keepBuilt(ctx.db, place, { ...raised, isMeant: isMeant(raised, { service, profiles }) });
          if (deploying !== null) await keepDeployed(ctx.db, place, deploying);
          stacksChanged();
        };
        kept().catch((error: unknown) => {
          // Images are built once more, and files are said to have changed.
          ctx.log.warn({ err: error, stack: place.name }, "what a stack was deployed with could not be kept");
        });
      },
    });
    stacksChanged();
    return {};
  } catch (error) {
    over();
    throw error;
  }
};

type Options = {
  place: StackPlace;
  about: Pick<LastRun, "action" | "service" | "by">;
  files: Approval["files"];
  args: readonly string[];
  /** `code`: null where it was ended, or never began. */
  onEnd: (code: number | null) => void;
};

async function startCompose(
  { actor, db }: Pick<Ctx, "actor" | "db">,
  { place, about, files, args, onEnd }: Options,
): Promise<void> {
  const compose = await getCompose();
  const { program, args: all } = await compose.run([...approvedArguments(place, files), ...args]);
  // Whoever ends a session, or resets an account, writes first: what was too late for that is not begun.
  await assertHolds(db, askerOf(actor));
  const uid = process.getuid?.() ?? 0;
  const source = await openPiped({ program, args: all, env: composeEnvironment(), uid, isWrapper: false, graceMs });
  const stop = () => void source.end(); // ends by force what does not end
  const kept = beginRun(place.id, { ...about, stop });
  const stopAsking = recheck({
    isAllowed: () => isUserAllowed(db, actor, "docker_container_update", ({ isRoot }) => isRoot),
    end: stop,
  });
  source.listen({
    data: kept.hear,
    exit({ code, signal }) {
      stopAsking();
      const exited = signal === null ? code : null;
      onEnd(exited);
      kept.end(exited);
    },
  });
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
