import type { alertContract } from "@/lib/contracts/alert";
import { sortByName } from "@/lib/shared/compare-names";
import { alertMeasures, alertMetrics, maxAlertSubjects, type AlertMetric } from "@/lib/shared/alerts";
import type { Service } from "@/lib/server/http/service";
import { askContainers } from "@/lib/server/docker/ask-containers";
import { nameOf } from "@/lib/server/docker/list-containers";
import { knownFigures } from "@/lib/server/metrics/running";
import { assertMaySee } from "./may-see";
import { seenIn, totalsOf } from "./seen-figures";

type Part = { id: string; name: string };

const patienceMs = 3_000;

export const listAlertChoices: Service<typeof alertContract.listAlertChoices> = async (_, { db, actor }) => {
  assertMaySee(actor);
  const known = knownFigures();
  const seen = seenIn(known.reading.figures, totalsOf(known));
  const labels = new Map(
    known.around.machine.sensors.map(({ id, chip, label }) => [id, label === null ? chip : `${chip} ${label}`]),
  );
  const subjects: Partial<Record<AlertMetric, Part[]>> = {};
  for (const metric of alertMetrics) {
    const parts = seen.get(metric);
    if (parts === undefined) continue;
    const names = alertMeasures[metric].hasParts ? [...parts.keys()] : [];
    subjects[metric] = names
      .slice(0, maxAlertSubjects)
      .map((id) => ({ id, name: metric === "temperature" ? (labels.get(id) ?? id) : id }));
  }
  // Whose names only those see who see containers.
  const containers = actor.permissions.has("docker_view") ? await findContainers() : [];
  const [roles, users, webhooks] = await Promise.all([
    db.role.findMany({ select: { id: true, name: true }, orderBy: { name: "asc" }, take: 200 }),
    db.user.findMany({ select: { id: true, username: true }, orderBy: { username: "asc" }, take: 500 }),
    db.webhook.findMany({
      where: { isEnabled: true },
      select: { id: true, name: true },
      orderBy: { createdAt: "asc" },
    }),
  ]);
  return {
    subjects: {
      ...subjects,
      containerStopped: containers,
      containerUnhealthy: containers,
      containerRestarting: containers,
      unitFailed: [],
      unitRestarting: [],
    },
    roles: sortByName(roles, ({ name }) => name),
    users: sortByName(users, ({ username }) => username).map(({ id, username }) => ({ id, name: username })),
    webhooks,
  };
};

/** None where there is no Docker. */
async function findContainers(): Promise<Part[]> {
  try {
    const { rows } = await askContainers("", { all: true, limit: maxAlertSubjects, patienceMs });
    return rows.map(({ Id, Names }) => nameOf(Names[0] ?? Id)).map((name) => ({ id: name, name }));
  } catch {
    return [];
  }
}
