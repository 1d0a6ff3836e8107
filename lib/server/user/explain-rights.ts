import type { AccessCheck, FolderRule, RightSource } from "@/lib/contracts/rights";
import type { userContract } from "@/lib/contracts/user";
import { admitContainer } from "@/lib/server/docker/admit-container";
import { isContainerAction } from "@/lib/shared/container-rules";
import { AppError, isAppError } from "@/lib/shared/errors";
import { fileActions, type FileAction } from "@/lib/shared/file-actions";
import { isWithin } from "@/lib/shared/paths";
import { isPermission, permissionNames, type Permission } from "@/lib/shared/permissions";
import type { Service } from "@/lib/server/http/service";
import { getApp } from "@/lib/server/runtime/app";
import { askerOf, type Actor } from "@/lib/server/runtime/ctx";
import { toActor } from "@/lib/server/session/find-actor";
import { containerRulesOf, parseGrants, permissionsOf, sayOf, type Grants } from "@/lib/server/session/grants";
import { ownProtectedHosts } from "@/lib/server/setting/own-protected";
import { protectedPaths } from "@/lib/server/setting/protected-paths";
import { elsewhereOf, scopesOn } from "@/lib/server/setting/elsewhere";
import { isOnSameHost, namesHostOf } from "@/lib/server/ssh/host-roots";
import { kindOfPlace } from "@/lib/server/storage/adapter";
import { realPlace } from "@/lib/server/storage/places";
import { accessOf, changesBelow, decidedBy, holdsRestricted, type Scope } from "@/lib/server/storage/scope";
import { holdsProtected, isProtected, parseProtected } from "@/lib/server/storage/protected";
import type { Root } from "@/lib/server/storage/storage";
import { containerOf, explainContainer } from "./explain-container";
import { explainContainerAction } from "./explain-container-action";
import { getUser } from "./manage-users";

type Source = { source: RightSource; grants: Grants };
type Subject = { actor: Actor; sources: readonly Source[]; roots: readonly Root[]; scopes: readonly Scope[] | null };

export const getRights: Service<typeof userContract.getRights> = async ({ id }, ctx) => {
  const user = await getUser(ctx, id);
  const { actor, sources, roots, scopes } = await subjectOf(user);
  const mine = scopesOn(ctx.actor);
  return {
    username: user.username,
    is_root: user.isRoot,
    disabled: user.disabled,
    role: user.role === null ? null : { id: user.role.id, name: user.role.name },
    permissions: permissionNames.flatMap((name) => {
      const from = heldFrom(name, actor, sources);
      return from.length === 0 ? [] : [{ name, from }];
    }),
    containers: rulesOf({ sources }).flatMap(({ source, rules }) =>
      rules.map(({ match, may }) => ({ match, may: [...may], from: source })),
    ),
    locations: roots
      .filter(({ place }) => isFor(ctx.actor, place) && accessOf(place, mine) !== "none")
      .map((root) => ({ name: root.note, path: root.place, ...accessIn(root, { actor, sources, roots, scopes }) })),
  };
};

const rulesOf = ({ sources }: Pick<Subject, "sources">) =>
  sources.map(({ source, grants }) => ({ source, rules: containerRulesOf([grants]) }));

/** All that changes a file takes one of these. */
const changing: ReadonlySet<Permission> = new Set(
  Object.values(fileActions).flatMap(({ access, permissions }) => (access === "write" ? permissions.flat() : [])),
);
/** Folders inside a location that are listed. */
const mostExceptions = 100;

/** Who may change no file anywhere reads, whatever the lists of folders say. */
function accessIn({ place, writable }: Root, { actor, sources, scopes }: Subject) {
  const most = writable && [...changing].some((name) => actor.permissions.has(name)) ? "write" : "read";
  const said = sayOf(sources.map(({ grants }) => grants));
  const changes = changesBelow(place, { scopes, most });
  const exceptions = changes.slice(0, mostExceptions).map(({ path, access }) => {
    const isSaid = (scope: Scope | null) => scope !== null && access === atMost(accessOf(path, [scope]), most);
    return { path, access, from: sources.filter((_, at) => isSaid(said[at] ?? null)).map(({ source }) => source) };
  });
  const top = accessOf(place, scopes);
  const access = top === "none" || top === "ancestor" ? ("partly" as const) : atMost(top, most);
  return { access, exceptions, more: changes.length - exceptions.length };
}

function atMost<T extends string>(access: T, most: "read" | "write"): T | "read" {
  return access === "write" && most === "read" ? "read" : access;
}

export const explainAccess: Service<typeof userContract.explainAccess> = async (
  { id, action, path, container },
  ctx,
) => {
  const user = await getUser(ctx, id);
  const subject = await subjectOf(user);
  const start: AccessCheck[] = [{ kind: "account", ok: !user.disabled }];
  if (isPermission(action)) return judged([...start, permissionCheck([action], subject)], null);
  if (isContainerAction(action)) {
    if (container === undefined) throw new AppError("request/invalid", { field: "container" });
    const checks = await explainContainerAction(
      { asker: ctx.actor, action, container },
      {
        actor: subject.actor,
        heldFrom: (name) => heldFrom(name, subject.actor, subject.sources),
        sources: rulesOf(subject),
      },
    );
    return judged([...start, ...checks], null);
  }
  if (path === undefined) throw new AppError("request/invalid", { field: "path" });
  // Of a container that the asker does not see nothing is said.
  const name = containerOf(path);
  if (name !== null) await admitContainer(ctx.actor, name, "see");
  const real = await realAsSeenBy(ctx.actor, path);
  const checks = [
    ...start,
    ...fileActions[action].permissions.map((any) => permissionCheck(any, subject)),
    ...(await pathChecks(action, { path, real, subject })),
  ];
  return judged(checks, real === path ? null : real);
};

function judged(checks: AccessCheck[], real: string | null) {
  return { allowed: checks.every(({ ok }) => ok), real, checks };
}

async function subjectOf(user: Awaited<ReturnType<typeof getUser>>): Promise<Subject> {
  const actor = toActor(user, { sessionId: null, tokenId: null });
  const roots = await getApp().storageFor(actor).roots();
  const sources: Source[] = [{ source: "user", grants: parseGrants(user.grants) }];
  if (user.role !== null) sources.push({ source: "role", grants: parseGrants(user.role.grants) });
  return { actor, sources, roots, scopes: scopesOn(actor) };
}

/** Whether somebody may hear of a place: those on a host or in a container only who has that. */
function isFor(actor: Actor, place: string): boolean {
  return kindOfPlace(place) === "local" || elsewhereOf(actor).some(({ hostPath }) => isOnSameHost(place, hostPath));
}

/** Where links lead, as far as the asker may look there and is connected. */
async function realAsSeenBy(asker: Actor, path: string): Promise<string> {
  if (!isFor(asker, path) || accessOf(path, scopesOn(asker)) === "none") return path;
  if (kindOfPlace(path) === "local") return realPlace(path);
  return realPlace(path, askerOf(asker)).catch((error: unknown) => {
    if (isAppError(error)) return path;
    throw error;
  });
}

function heldFrom(name: Permission, actor: Actor, sources: readonly Source[]): RightSource[] {
  if (actor.isRoot) return ["root"];
  return sources.filter(({ grants }) => permissionsOf(false, [grants]).has(name)).map(({ source }) => source);
}

function permissionCheck(any: readonly Permission[], { actor, sources }: Subject): AccessCheck {
  const held = any
    .map((name) => ({ name, from: heldFrom(name, actor, sources) }))
    .filter(({ from }) => from.length > 0);
  return { kind: "permission", ok: held.length > 0, any: [...any], held };
}

type Asked = { path: string; real: string; subject: Subject };

async function pathChecks(action: FileAction, { path, real, subject }: Asked): Promise<AccessCheck[]> {
  const { access, isRemoval } = fileActions[action];
  const { actor, roots, scopes } = subject;
  const root = roots.find(({ place }) => isWithin(path, place));
  const isHidden = isWithin(real, await realPlace(getApp().env.dataDir));
  const name = containerOf(path);
  const container = name === null ? null : await explainContainer(actor, name);
  const checks: AccessCheck[] = [
    ...(container === null ? [] : [container]),
    ...folderChecks(real, access, subject),
    {
      kind: "location",
      ok: root !== undefined,
      name: root?.note ?? null,
      opens: root === undefined && container?.ok === true,
    },
  ];
  if (isHidden) checks.push({ kind: "own_data", ok: false });
  if (isRemoval) {
    const pattern = protectingPattern(real, [...protectedPaths.get(), ...ownProtectedHosts(actor.ownProtected, roots)]);
    checks.push(
      { kind: "inside", ok: !holdsRestricted(real, scopes) },
      { kind: "protected", ok: pattern === null, pattern },
    );
  }
  return checks;
}

/** Each source that has folders must allow; with none at all, nothing is allowed. */
function folderChecks(real: string, access: "read" | "write", { actor, sources, roots }: Subject): AccessCheck[] {
  if (actor.isRoot) return [{ kind: "folders", ok: true, source: "root", rule: "unlimited", dir: null }];
  const said = sayOf(sources.map(({ grants }) => grants));
  const limiting = sources.map(({ source }, index) => ({ source, scope: said[index] ?? null })).filter(hasScope);
  // Whoever opens a container has all of it, unless lists name it.
  const isOfContainer = containerOf(real) !== null;
  const isElsewhere =
    isOfContainer || (kindOfPlace(real) !== "local" && roots.some(({ place }) => isOnSameHost(real, place)));
  const whole: FolderRule = isOfContainer ? "whole_container" : "whole_host";
  if (limiting.length === 0 && isElsewhere)
    return [{ kind: "folders", ok: true, source: "user", rule: whole, dir: null }];
  if (limiting.length === 0) return [{ kind: "folders", ok: false, source: "user", rule: "unlisted", dir: null }];
  return limiting.map(({ source, scope }) => {
    if (isElsewhere && !namesHostOf(scope, real)) return { kind: "folders", ok: true, source, rule: whole, dir: null };
    const decision = decidedBy(real, scope);
    const rule: FolderRule = decision === null ? "unlisted" : ruleOf[decision.list];
    const ok = rule === "access" || (rule === "read_only" && access === "read");
    return { kind: "folders", ok, source, rule, dir: decision?.dir ?? null };
  });
}

const ruleOf = { accessDirs: "access", readOnlyDirs: "read_only", denyDirs: "denied" } as const satisfies Record<
  keyof Scope,
  FolderRule
>;

function hasScope<T extends { scope: Scope | null }>(one: T): one is T & { scope: Scope } {
  return one.scope !== null;
}

function protectingPattern(real: string, texts: readonly string[]): string | null {
  const stands = (text: string): boolean => {
    const pattern = parseProtected(text);
    return pattern !== null && (isProtected(real, [pattern]) || holdsProtected(real, [pattern]));
  };
  return texts.find(stands) ?? null;
}
