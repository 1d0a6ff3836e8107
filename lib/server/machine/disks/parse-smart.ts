import { z } from "zod";

export type SmartFacts = {
  /** `standby`: it sleeps and was not woken; `none`: it has nothing of the kind, or does not say. */
  state: "told" | "standby" | "none";
  said: string;
  is_healthy: boolean | null;
  model: string | null;
  serial: string | null;
  firmware: string | null;
  celsius: number | null;
  hours: number | null;
  cycles: number | null;
  reallocated: number | null;
  pending: number | null;
  uncorrectable: number | null;
  wear: number | null;
  spare: number | null;
  written_bytes: number | null;
  attributes: {
    id: number;
    name: string;
    value: number;
    worst: number;
    threshold: number;
    raw: string;
    is_failing: boolean;
  }[];
  test_done: number | null;
  can_test: boolean;
  tests: { kind: string; status: string; is_passed: boolean | null; hours: number | null }[];
};

const mostTests = 21;
const mostAttributes = 64;
/** NVMe counts what was written in thousands of 512 bytes. */
const nvmeUnitBytes = 512_000;
/** Tests of NVMe disks, and what became of them, by their numbers in its specification (1.4, figure 199). */
const nvmeKinds: Record<number, string> = { 1: "Short", 2: "Extended" };

const count = z.number().nullish().catch(null);
const words = z.string().nullish().catch(null);
const attribute = z.object({
  id: z.number(),
  name: z.string(),
  value: z.number().catch(0),
  worst: z.number().catch(0),
  thresh: z.number().catch(0),
  when_failed: z.string().catch(""),
  raw: z.object({ value: z.number().catch(0), string: z.string().catch("") }),
});
const ataTest = z.object({
  type: z.object({ string: z.string() }),
  status: z.object({ string: z.string(), passed: z.boolean().optional() }),
  lifetime_hours: count,
});
const nvmeTest = z.object({
  self_test_code: z.object({ value: z.number().optional(), string: z.string().optional() }),
  self_test_result: z.object({ value: z.number().optional(), string: z.string().optional() }),
  power_on_hours: count,
});
const answer = z.object({
  smartctl: z
    .object({ exit_status: z.number().catch(0), messages: z.array(z.object({ string: z.string() })).catch([]) })
    .optional(),
  power_mode: z.object({ string: z.string().optional() }).optional().catch(undefined),
  model_name: words,
  scsi_model_name: words,
  serial_number: words,
  firmware_version: words,
  smart_status: z.object({ passed: z.boolean() }).optional().catch(undefined),
  temperature: z.object({ current: count }).optional().catch(undefined),
  power_on_time: z.object({ hours: count }).optional().catch(undefined),
  power_cycle_count: count,
  logical_block_size: count,
  endurance_used: z.object({ current_percent: count }).optional().catch(undefined),
  spare_available: z.object({ current_percent: count }).optional().catch(undefined),
  scsi_grown_defect_list: count,
  ata_smart_attributes: z
    .object({ table: z.array(attribute) })
    .optional()
    .catch(undefined),
  ata_smart_data: z
    .object({
      self_test: z
        .object({
          status: z.object({ value: z.number().optional(), remaining_percent: count }).optional().catch(undefined),
        })
        .optional()
        .catch(undefined),
      capabilities: z.object({ self_tests_supported: z.boolean() }).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
  ata_smart_self_test_log: z
    .object({
      standard: z
        .object({ table: z.array(ataTest).catch([]) })
        .optional()
        .catch(undefined),
    })
    .optional()
    .catch(undefined),
  nvme_smart_health_information_log: z
    .object({
      temperature: count,
      percentage_used: count,
      available_spare: count,
      power_on_hours: count,
      power_cycles: count,
      media_errors: count,
      data_units_written: count,
    })
    .optional()
    .catch(undefined),
  nvme_optional_admin_commands: z.object({ self_test: z.boolean() }).optional().catch(undefined),
  nvme_self_test_log: z
    .object({
      current_self_test_operation: z.object({ value: z.number().optional() }).optional().catch(undefined),
      current_self_test_completion_percent: count,
      table: z.array(nvmeTest).optional().catch(undefined),
    })
    .optional()
    .catch(undefined),
});
type Answer = z.output<typeof answer>;

/** What `smartctl --json -a -n standby` tells of a disk of any kind. Throws where that is no JSON of smartctl's. */
export function parseSmart(json: string): SmartFacts {
  const told = answer.parse(JSON.parse(json));
  const nvme = told.nvme_smart_health_information_log;
  const attributes = told.ata_smart_attributes?.table ?? [];
  const raw = (...ids: readonly number[]) => attributes.find(({ id }) => ids.includes(id))?.raw.value ?? null;
  const said = (told.smartctl?.messages ?? [])
    .map((message) => message.string)
    .join(" ")
    .slice(0, 300);
  const facts: Omit<SmartFacts, "state"> = {
    said,
    is_healthy: told.smart_status?.passed ?? null,
    model: told.model_name ?? told.scsi_model_name ?? null,
    serial: told.serial_number ?? null,
    firmware: told.firmware_version ?? null,
    celsius: told.temperature?.current ?? nvme?.temperature ?? null,
    hours: told.power_on_time?.hours ?? nvme?.power_on_hours ?? null,
    cycles: told.power_cycle_count ?? nvme?.power_cycles ?? null,
    reallocated: raw(5) ?? told.scsi_grown_defect_list ?? null,
    pending: raw(197),
    uncorrectable: raw(198, 187) ?? nvme?.media_errors ?? null,
    wear: wearOf(told),
    spare: shareOf(told.spare_available?.current_percent ?? nvme?.available_spare),
    written_bytes: writtenBy(told),
    attributes: attributes.slice(0, mostAttributes).map((one) => ({
      id: one.id,
      name: one.name.replaceAll("_", " "),
      value: one.value,
      worst: one.worst,
      threshold: one.thresh,
      raw: one.raw.string,
      is_failing: one.when_failed !== "" && one.when_failed !== "-",
    })),
    ...testsOf(told),
  };
  return { ...facts, state: stateOf(told, facts) };
}

function stateOf(told: Answer, { said, model, is_healthy, celsius }: Omit<SmartFacts, "state">): SmartFacts["state"] {
  if (/STANDBY|SLEEP/.test(`${said} ${told.power_mode?.string ?? ""}`) && is_healthy === null) return "standby";
  return is_healthy === null && celsius === null && (model === null || told.ata_smart_attributes === undefined)
    ? "none"
    : "told";
}

const shareOf = (percent: number | null | undefined) =>
  percent === null || percent === undefined ? null : percent / 100;

/** Of ATA disks, the attributes that count down from 100: Wear_Leveling_Count, SSD_Life_Left, Media_Wearout_Indicator, and others. */
function wearOf(told: Answer): number | null {
  const direct = told.endurance_used?.current_percent ?? told.nvme_smart_health_information_log?.percentage_used;
  if (direct !== null && direct !== undefined) return direct / 100;
  const life = told.ata_smart_attributes?.table.find(({ id, name }) =>
    id === 202 ? /life/i.test(name) : [177, 231, 233].includes(id) && /wear|life/i.test(name),
  );
  return life === undefined || life.value > 100 ? null : (100 - life.value) / 100;
}

function writtenBy(told: Answer): number | null {
  const units = told.nvme_smart_health_information_log?.data_units_written;
  if (units !== null && units !== undefined) return units * nvmeUnitBytes;
  const blocks = told.ata_smart_attributes?.table.find(({ id, name }) => id === 241 && /LBA/i.test(name))?.raw.value;
  return blocks === undefined ? null : blocks * (told.logical_block_size ?? 512);
}

function testsOf(told: Answer): Pick<SmartFacts, "test_done" | "can_test" | "tests"> {
  const nvme = told.nvme_self_test_log;
  if (nvme !== undefined || told.nvme_optional_admin_commands !== undefined) {
    const runs = (nvme?.current_self_test_operation?.value ?? 0) !== 0;
    return {
      test_done: runs ? (nvme?.current_self_test_completion_percent ?? 0) / 100 : null,
      can_test: told.nvme_optional_admin_commands?.self_test ?? nvme !== undefined,
      tests: (nvme?.table ?? [])
        .slice(0, mostTests)
        .map(({ self_test_code: code, self_test_result: result, ...one }) => ({
          kind: code.string ?? nvmeKinds[code.value ?? 0] ?? String(code.value ?? ""),
          status: result.string ?? String(result.value ?? ""),
          is_passed: result.value === undefined ? null : result.value === 0,
          hours: one.power_on_hours ?? null,
        })),
    };
  }
  const status = told.ata_smart_data?.self_test?.status;
  // The upper half of the byte is 15 while one runs.
  const runs = status?.value !== undefined && status.value >> 4 === 15;
  return {
    test_done: runs ? 1 - (status.remaining_percent ?? ((status.value ?? 0) % 16) * 10) / 100 : null,
    can_test: told.ata_smart_data?.capabilities?.self_tests_supported ?? false,
    tests: (told.ata_smart_self_test_log?.standard?.table ?? []).slice(0, mostTests).map((one) => ({
      kind: one.type.string,
      status: one.status.string,
      is_passed: one.status.passed ?? null,
      hours: one.lifetime_hours ?? null,
    })),
  };
}
