type Fields = Readonly<Record<string, unknown>>;

const maxText = 1000;
const maxItems = 20;

/**
 * What a change did, for the audit log: `disabled: false → true; auth_list: +file_read, −terminal; quota_bytes`. Lists of texts say what came and what
 * went, single values what they were and are; of everything else that differs the name alone. Bounded. Only of fields that are no secrets:
 * others by {@link namesOfChanged}.
 */
export function describeChanges(before: Fields, after: Fields): string {
  const parts = namesOfChanged(before, after).map((name) => {
    const [was, is] = [before[name], after[name]];
    if (isTexts(was) && isTexts(is)) return listChange(name, was, is);
    return isValue(was) && isValue(is) ? `${name}: ${shown(was)} → ${shown(is)}` : name;
  });
  return bounded(parts.join("; "));
}

/** The fields that differ, without what they hold: `max_days, secret`. Those that keep secrets, `sealed_…`, by the name that the form has for them. */
export function describeFields(before: Fields, after: Fields): string {
  return bounded(
    namesOfChanged(before, after)
      .map((name) => name.replace(/^sealed_/, ""))
      .join(", "),
  );
}

/** `paths: +/srv/a, −/srv/b`; of many the first. Empty where nothing came or went. */
export function listChange(name: string, before: readonly string[], after: readonly string[]): string {
  const [old, now] = [new Set(before), new Set(after)];
  const items = [
    ...[...now].filter((item) => !old.has(item)).map((item) => `+${shown(item)}`),
    ...[...old].filter((item) => !now.has(item)).map((item) => `−${shown(item)}`),
  ];
  if (items.length === 0) return name;
  const rest = items.length - maxItems;
  return bounded(`${name}: ${items.slice(0, maxItems).join(", ")}${rest > 0 ? `, … ${rest}` : ""}`);
}

function namesOfChanged(before: Fields, after: Fields): string[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

function bounded(text: string): string {
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1).toWellFormed()}…`;
}

/** Quoted where it would be taken for more than one, or for something else. */
function shown(value: string | number | boolean | null): string {
  if (value === null) return "–";
  const text = String(value);
  return /[,;"→]|\p{C}|^$|^\s|\s$/u.test(text) ? JSON.stringify(text) : text;
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isValue(value: unknown): value is string | number | boolean | null {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}
