import type { Alert, AlertRule } from "@/lib/contracts/alert";
import { alertMeasures, maxAlertSubjects, type Condition } from "@/lib/shared/alerts";
import { importances, type MessageWords } from "@/lib/shared/notify";
import { randomId } from "@/lib/shared/units";
import type { AlertStore } from "./alert-store";
import { isQuiet } from "./quiet";
import { conditionOf } from "./rule-rows";
import type { Seen } from "./seen-figures";
import { isBeyond, track, type Tracked } from "./track";

/** What is told of an alert: to the list at once, beyond it when it is not quiet time. */
export type Announcement = {
  rule: AlertRule;
  alert: Alert;
  words: MessageWords;
  isQuiet: boolean;
  isListed: boolean;
  atMs: number;
};

type Options = {
  store: AlertStore;
  /** Must not throw. */
  announce: (announcement: Announcement) => void;
  /** Told whenever the alerts that go on have changed. */
  onChanged: () => void;
};

export type Watched = Tracked & {
  ruleId: string;
  subject: string;
  /** Once it fires. */
  alertId: string;
  firedAtMs: number;
  /** When anybody was told last, beyond the list. */
  toldAtMs: number | null;
};

type Watching = { rule: AlertRule; condition: Condition };

/** Watches the rules: one look after the other, each of what is seen then. */
export function createAlertEngine({ store, announce, onChanged }: Options) {
  let rules: readonly Watching[] = [];
  const watched = new Map<string, Watched>();
  const keyOf = (ruleId: string, subject: string) => `${ruleId} ${subject}`;

  /** The parts that a rule is about now and that are worth a look: those that break it, and those that did. */
  function subjectsOf({ rule, condition }: Watching, parts: ReadonlyMap<string, number> | undefined): string[] {
    const subjects = [...watched.values()].filter(({ ruleId }) => ruleId === rule.id).map(({ subject }) => subject);
    for (const [subject, value] of parts ?? [])
      if (isBeyond(value, condition) && !subjects.includes(subject))
        if (rule.subject === null || rule.subject === subject) subjects.push(subject);
    return subjects.slice(0, maxAlertSubjects);
  }

  function look({ rule, condition }: Watching, seen: Seen, nowMs: number): boolean {
    const parts = seen.get(rule.metric);
    // Nobody could tell: what was so stays so.
    if (parts === undefined && alertMeasures[rule.metric].unit === "state") return false;
    // The lists of units have those alone that it is so of.
    const missing = alertMeasures[rule.metric].kind === "unit" ? 0 : null;
    let isChanged = false;
    for (const subject of subjectsOf({ rule, condition }, parts)) {
      const key = keyOf(rule.id, subject);
      const before = watched.get(key) ?? null;
      const { after, event } = track(before, parts?.get(subject) ?? missing, { rule: condition, nowMs });
      const base = before ?? { ruleId: rule.id, subject, alertId: "", firedAtMs: 0, toldAtMs: null };
      if (after !== null) watched.set(key, { ...base, ...after });
      if (event === "fired") fire(rule, key, nowMs);
      else if (event === "resolved" && before !== null) resolve(rule, before, nowMs);
      else if (after?.phase === "firing") remind(rule, key, nowMs);
      if (after === null) watched.delete(key);
      isChanged ||= event !== null || (after?.phase === "firing" && after.value !== before?.value);
    }
    return isChanged;
  }

  function fire(rule: AlertRule, key: string, nowMs: number): void {
    const one = watched.get(key);
    if (one === undefined) return;
    const fired = { ...one, alertId: randomId(), firedAtMs: nowMs };
    watched.set(key, fired);
    say(rule, { key, one: fired, words: "alertFired", isListed: true, nowMs });
    store.keep(toAlert(rule, fired), { sentAtMs: watched.get(key)?.toldAtMs ?? null });
  }

  /** Who was spared in quiet time hears of it now; who wants to be told again is. */
  function remind(rule: AlertRule, key: string, nowMs: number): void {
    const one = watched.get(key);
    if (one === undefined || isQuiet(rule.quiet, nowMs)) return;
    const isDue =
      one.toldAtMs === null || (rule.repeat_minutes > 0 && nowMs - one.toldAtMs >= rule.repeat_minutes * 60_000);
    if (!isDue) return;
    const isFirst = one.toldAtMs === null;
    say(rule, { key, one, words: isFirst ? "alertFired" : "alertStill", isListed: !isFirst, nowMs });
    store.keep(toAlert(rule, one), { sentAtMs: nowMs });
  }

  function resolve(rule: AlertRule, one: Watched, nowMs: number): void {
    const alert = { ...toAlert(rule, one), resolved_at: nowMs };
    // Who was not told that it began needs not be told that it is over.
    const isSilent = one.toldAtMs === null || isQuiet(rule.quiet, nowMs);
    announce({ rule, alert, words: "alertResolved", isQuiet: isSilent, isListed: true, atMs: nowMs });
    store.keep(alert, { sentAtMs: one.toldAtMs });
  }

  type Saying = { key: string; one: Watched; words: MessageWords; isListed: boolean; nowMs: number };

  function say(rule: AlertRule, { key, one, words, isListed, nowMs }: Saying): void {
    const quiet = isQuiet(rule.quiet, nowMs);
    announce({ rule, alert: toAlert(rule, one), words, isQuiet: quiet, isListed, atMs: nowMs });
    if (!quiet) watched.set(key, { ...one, toldAtMs: nowMs });
  }

  return {
    /** Once, before the first look: what the server before has left. */
    restore(found: readonly Watched[]): void {
      for (const one of found) watched.set(keyOf(one.ruleId, one.subject), one);
    },
    /** Alerts of a rule that has gone, or says something else now, end without a word. */
    setRules(next: readonly AlertRule[], nowMs: number): void {
      const before = new Map(rules.map(({ rule, condition }) => [rule.id, JSON.stringify(condition)]));
      rules = next.filter(({ is_enabled }) => is_enabled).map((rule) => ({ rule, condition: conditionOf(rule) }));
      const now = new Map(rules.map(({ rule, condition }) => [rule.id, JSON.stringify(condition)]));
      for (const [key, one] of watched) {
        const text = now.get(one.ruleId);
        if (text !== undefined && (before.get(one.ruleId) ?? text) === text) continue;
        watched.delete(key);
        if (one.phase === "firing") store.end(one.alertId, nowMs);
      }
      onChanged();
    },
    /** Which metrics anybody wants to know. */
    wanted: () => new Set(rules.map(({ rule }) => rule.metric)),
    evaluate(seen: Seen, nowMs: number): void {
      let isChanged = false;
      for (const one of rules) isChanged = look(one, seen, nowMs) || isChanged;
      if (isChanged) onChanged();
    },
    /** The most important first, then the newest. */
    current(): Alert[] {
      const firing = rules.flatMap(({ rule }) =>
        [...watched.values()]
          .filter(({ ruleId, phase }) => ruleId === rule.id && phase === "firing")
          .map((one) => toAlert(rule, one)),
      );
      const weight = ({ importance }: Alert) => importances.indexOf(importance);
      return firing.sort((a, b) => weight(b) - weight(a) || b.fired_at - a.fired_at);
    },
    pending: (): Watched[] => [...watched.values()].filter(({ phase }) => phase === "pending"),
  };
}

export type AlertEngine = ReturnType<typeof createAlertEngine>;

function toAlert(rule: AlertRule, one: Watched): Alert {
  const { metric, comparison, threshold } = conditionOf(rule);
  const { subject, value, worst } = one;
  return {
    id: one.alertId,
    rule_id: rule.id,
    metric,
    subject,
    comparison,
    importance: rule.importance,
    threshold,
    value,
    worst,
    since: one.sinceMs,
    fired_at: one.firedAtMs,
    resolved_at: null,
  };
}
