type Labels = Readonly<Record<string, string>>;
type Sample = { labels?: Labels; value: number | null | undefined };
type Kind = "counter" | "gauge";

/** Builds a text of Prometheus’ exposition format 0.0.4. */
export function createExposition() {
  const lines: string[] = [];
  return {
    /** Samples without a value are left out, and with all of them the metric. */
    add(name: string, kind: Kind, help: string, samples: readonly Sample[]): void {
      const known = samples.flatMap(({ labels = {}, value }) =>
        value === null || value === undefined || Number.isNaN(value) ? [] : [`${name}${formatLabels(labels)} ${value}`],
      );
      if (known.length > 0) lines.push(`# HELP ${name} ${help}`, `# TYPE ${name} ${kind}`, ...known);
    },
    text: () => `${lines.join("\n")}\n`,
  };
}

export type Exposition = ReturnType<typeof createExposition>;

function formatLabels(labels: Labels): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escapeLabel(value)}"`);
  return pairs.length === 0 ? "" : `{${pairs.join(",")}}`;
}

function escapeLabel(text: string): string {
  return text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n");
}
