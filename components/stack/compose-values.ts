import { isAlias, isMap, isScalar, isSeq, type Node, type Pair } from "yaml";

/** What a value has to be; anything else is the list of what it may be. */
export type Wanted =
  | "list"
  | "table"
  | "listOrTable"
  | "text"
  | "textOrList"
  | "textOrTable"
  | "number"
  | "boolean"
  | "port"
  | "duration"
  | "size"
  | (string & {});

/** `name`: of the key that it is the value of. */
type Say = (at: Node, name: string, wanted: Wanted) => void;
type Place = { key: Node; name: string; say: Say };
type Shape = (value: Node, place: Place) => void;
type Shapes = Readonly<Record<string, Shape>>;

const wordOf = (node: unknown): string => (isScalar(node) ? String(node.value) : "");
/** What a variable stands for is not known here, nor is what a tag such as `!reset` makes of a value. */
const isUnknown = (node: unknown): boolean =>
  node === null ||
  node === undefined ||
  isAlias(node) ||
  (isScalar(node) && (node.value === null || wordOf(node).includes("$"))) ||
  ((node as Node).tag ?? "").startsWith("!"); // a node of the document

/** A single value that is written like this. */
const word =
  (wanted: Wanted, fits: (text: string) => boolean): Shape =>
  (value, { key, name, say }) => {
    if (!isScalar(value)) say(key, name, wanted);
    else if (!fits(wordOf(value))) say(value, name, wanted);
  };
const pattern = (wanted: Wanted, expected: RegExp) => word(wanted, (text) => expected.test(text));
const oneOf = (words: string) => word(words.replaceAll(" ", ", "), (text) => words.split(" ").includes(text));

const text = word("text", () => true);
const number = pattern("number", /^\d+(?:\.\d+)?$/);
const whole = pattern("number", /^-?\d+$/);
const isTrue = pattern("boolean", /^(?:true|false|yes|no|on|off|y|n)$/i);
const duration = pattern("duration", /^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$|^0$/);
/** Of microseconds, or with a unit. */
const numberOrDuration = pattern("number", /^-?\d+$|^(?:\d+(?:\.\d+)?(?:ns|us|µs|ms|s|m|h))+$/);
const size = pattern("size", /^-?\d+(?:\.\d+)?\s?(?:[bkmgt]|[kmgt]i?b)?$/i);

const port: Shape = (value, place) => {
  if (isMap(value)) return portTable(value, place);
  const found =
    /^(?:(?:(?:\[[0-9a-f:.]+(?:%\w+)?\]|\d{1,3}(?:\.\d{1,3}){3}|::1?):)?(?:(\d+)(?:-(\d+))?)?:)?(\d+)(?:-(\d+))?(?:\/(?:tcp|udp|sctp))?$/i.exec(
      wordOf(value),
    );
  const isPort = (one: string | undefined) => one === undefined || Number(one) <= 65_535;
  if (found === null || !found.slice(1).every(isPort)) place.say(value, place.name, "port");
};

const all =
  (each: Shape, items: readonly unknown[]): ((place: Place) => void) =>
  (place) => {
    for (const item of items) if (!isUnknown(item)) each(item as Node, { ...place, key: item as Node }); // of the document
  };

const list =
  (each: Shape = () => {}): Shape =>
  (value, place) => {
    if (isSeq(value)) all(each, value.items)(place);
    else place.say(place.key, place.name, "list");
  };

/** A table in which these keys have these values; `others` is for all that are not named. */
const table =
  (shapes: Shapes, others?: Shape): Shape =>
  (value, { key, name, say }) => {
    if (!isMap(value)) return say(key, name, "table");
    for (const { key: inner, value: of } of value.items as Pair<Node, Node>[]) {
      // what a parsed document has
      // of a parsed document
      const shape = shapes[wordOf(inner)] ?? others;
      if (
        of !== null &&
        shape !== undefined &&
        !isUnknown(of) &&
        wordOf(inner) !== "<<" &&
        !wordOf(inner).startsWith("x-")
      )
        shape(of, { key: inner, name: wordOf(inner), say });
    }
  };

/** The first of these kinds that it is of. */
const either =
  (wanted: Wanted, { ofText, ofList, ofTable }: { ofText?: Shape; ofList?: Shape; ofTable?: Shape }): Shape =>
  (value, place) => {
    const shape = isSeq(value) ? ofList : isMap(value) ? ofTable : ofText;
    if (shape === undefined) place.say(place.key, place.name, wanted);
    else shape(value, place);
  };

const portTable = table({
  target: whole,
  published: pattern("port", /^\d+(?:-\d+)?$/),
  protocol: oneOf("tcp udp sctp"),
  mode: oneOf("host ingress"),
});
const textOrList = either("textOrList", { ofText: text, ofList: list(text) });
/** `NAME=value`, or names with values. */
const settings = either("listOrTable", { ofList: list(text), ofTable: table({}, text) });
const named = either("listOrTable", { ofList: list(text), ofTable: table({}) });
const textOrTable = either("textOrTable", { ofText: text, ofTable: table({}) });

const mount = either("textOrTable", {
  ofText: text,
  ofTable: table({
    type: oneOf("bind volume tmpfs npipe cluster image"),
    source: text,
    target: text,
    read_only: isTrue,
    bind: table({ create_host_path: isTrue }),
    volume: table({ nocopy: isTrue }),
    tmpfs: table({ size, mode: whole }),
  }),
});
const resources = table({ cpus: number, memory: size, pids: whole });
const updates = table({
  parallelism: whole,
  delay: duration,
  monitor: duration,
  max_failure_ratio: number,
  failure_action: oneOf("continue rollback pause"),
  order: oneOf("start-first stop-first"),
});

const each = <Key extends string>(names: string, shape: Shape) =>
  Object.fromEntries(names.split(" ").map((name) => [name, shape])) as Record<Key, Shape>; // its keys are those names

const service = table({
  ...each("image container_name hostname domainname user working_dir network_mode stop_signal platform", text),
  ...each("privileged read_only tty stdin_open init oom_kill_disable use_api_socket", isTrue),
  ...each("command entrypoint dns dns_search dns_opt tmpfs label_file", textOrList),
  ...each("environment labels annotations sysctls extra_hosts", settings),
  ...each("cap_add cap_drop security_opt group_add profiles links external_links", list(text)),
  ...each("device_cgroup_rules volumes_from", list(text)),
  ...each("mem_limit mem_reservation memswap_limit shm_size", size),
  ...each("cpus cpu_percent", number),
  ...each("cpu_quota cpu_period cpu_rt_period cpu_rt_runtime", numberOrDuration),
  ...each("cpu_shares cpu_count pids_limit scale oom_score_adj mem_swappiness", whole),
  devices: list(textOrTable),
  ports: list(port),
  expose: list(pattern("port", /^\d+(?:-\d+)?(?:\/(?:tcp|udp|sctp))?$/)),
  volumes: list(mount),
  env_file: either("textOrList", { ofText: text, ofList: list(textOrTable) }),
  secrets: list(textOrTable),
  configs: list(textOrTable),
  networks: named,
  build: textOrTable,
  restart: pattern("no, always, unless-stopped, on-failure", /^(?:no|always|unless-stopped|on-failure(?::\d+)?)$/),
  pull_policy: pattern(
    "always, never, missing, build, daily, weekly",
    /^(?:always|never|missing|if_not_present|build|refresh|daily|weekly|every_\w+)$/,
  ),
  stop_grace_period: duration,
  depends_on: either("listOrTable", {
    ofList: list(text),
    ofTable: table(
      {},
      table({
        condition: oneOf("service_started service_healthy service_completed_successfully"),
        restart: isTrue,
        required: isTrue,
      }),
    ),
  }),
  healthcheck: table({
    ...each("interval timeout start_period start_interval", duration),
    test: textOrList,
    retries: whole,
    disable: isTrue,
  }),
  logging: table({ driver: text, options: table({}) }),
  deploy: table({
    mode: oneOf("replicated global replicated-job global-job"),
    endpoint_mode: oneOf("vip dnsrr"),
    replicas: whole,
    labels: settings,
    resources: table({ limits: resources, reservations: resources }),
    restart_policy: table({
      condition: oneOf("none on-failure any"),
      delay: duration,
      window: duration,
      max_attempts: whole,
    }),
    update_config: updates,
    rollback_config: updates,
  }),
});

const external = either("boolean", { ofText: isTrue, ofTable: table({}) });
const composeFile = table({
  name: text,
  services: table({}, service),
  networks: table(
    {},
    table({
      ...each("internal attachable enable_ipv4 enable_ipv6", isTrue),
      driver: text,
      external,
      labels: settings,
      driver_opts: table({}),
      ipam: table({}),
    }),
  ),
  volumes: table({}, table({ driver: text, external, labels: settings, driver_opts: table({}) })),
  secrets: table({}, table({})),
  configs: table({}, table({})),
});

/** Values that the keys used most cannot have, by the Compose specification (https://github.com/compose-spec/compose-spec). */
export function checkValues(contents: Node, say: Say): void {
  composeFile(contents, { key: contents, name: "", say });
}
