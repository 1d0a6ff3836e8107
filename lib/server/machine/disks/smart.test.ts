import { expect, test } from "vitest";
import { parseSmart } from "./parse-smart";

const attribute = (id: number, name: string, value: number, raw: number, more: object = {}) => ({
  id,
  name,
  value,
  worst: value,
  thresh: 10,
  when_failed: "",
  flags: { value: 51, string: "PO--CK ", prefailure: true },
  raw: { value: raw, string: String(raw) },
  ...more,
});
/** Shortened answers of smartctl 7.3. */
const ata = {
  json_format_version: [1, 0],
  smartctl: { version: [7, 3], exit_status: 0 },
  device: { name: "/dev/sda", type: "sat", protocol: "ATA" },
  model_name: "WDC WD40EFRX-68N32N0",
  serial_number: "WD-WCC7K0000001",
  firmware_version: "82.00A82",
  logical_block_size: 512,
  smart_status: { passed: true },
  ata_smart_data: {
    self_test: { status: { value: 249, string: "in progress, 90% remaining", remaining_percent: 90 } },
    capabilities: { self_tests_supported: true },
  },
  ata_smart_attributes: {
    revision: 16,
    table: [
      attribute(5, "Reallocated_Sector_Ct", 200, 3),
      attribute(9, "Power_On_Hours", 53, 34_810),
      attribute(194, "Temperature_Celsius", 118, 32, { raw: { value: 32, string: "32 (Min/Max 14/45)" } }),
      attribute(197, "Current_Pending_Sector", 200, 1, { when_failed: "now" }),
      attribute(198, "Offline_Uncorrectable", 100, 0),
      attribute(241, "Total_LBAs_Written", 100, 2_000_000),
    ],
  },
  power_on_time: { hours: 34_810 },
  power_cycle_count: 61,
  temperature: { current: 32 },
  ata_smart_self_test_log: {
    standard: {
      table: [
        {
          type: { value: 1, string: "Short offline" },
          status: { value: 0, string: "Completed without error", passed: true },
          lifetime_hours: 34_800,
        },
        {
          type: { value: 2, string: "Extended offline" },
          status: { value: 121, string: "Completed: read failure", remaining_percent: 90, passed: false },
          lifetime_hours: 30_000,
          lba: 123,
        },
      ],
    },
  },
};
const nvme = {
  smartctl: { version: [7, 4], exit_status: 0 },
  device: { name: "/dev/nvme0n1", type: "nvme", protocol: "NVMe" },
  model_name: "Samsung SSD 980 PRO 1TB",
  serial_number: "S5GXNX0T000000",
  firmware_version: "5B2QGXA7",
  smart_status: { passed: true, nvme: { value: 0 } },
  nvme_optional_admin_commands: { value: 23, self_test: true },
  nvme_smart_health_information_log: {
    critical_warning: 0,
    temperature: 41,
    available_spare: 98,
    available_spare_threshold: 10,
    percentage_used: 7,
    data_units_written: 30_000_000,
    power_cycles: 120,
    power_on_hours: 9_000,
    media_errors: 0,
  },
  temperature: { current: 41 },
  power_cycle_count: 120,
  power_on_time: { hours: 9_000 },
  nvme_self_test_log: {
    current_self_test_operation: { value: 0, string: "No self-test in progress" },
    table: [
      {
        self_test_code: { value: 1, string: "Short" },
        self_test_result: { value: 0, string: "Completed without error" },
        power_on_hours: 8_000,
      },
    ],
  },
};
const parse = (value: unknown) => parseSmart(JSON.stringify(value));

test("a hard disk that tests itself", () => {
  expect(parse(ata)).toMatchObject({
    state: "told",
    is_healthy: true,
    model: "WDC WD40EFRX-68N32N0",
    celsius: 32,
    hours: 34_810,
    cycles: 61,
    reallocated: 3,
    pending: 1,
    uncorrectable: 0,
    wear: null,
    written_bytes: 2_000_000 * 512,
    can_test: true,
    tests: [
      { kind: "Short offline", is_passed: true, hours: 34_800 },
      { kind: "Extended offline", status: "Completed: read failure", is_passed: false },
    ],
  });
  expect(parse(ata).test_done).toBeCloseTo(0.1);
  expect(parse(ata).attributes.find(({ id }) => id === 197)).toEqual({
    id: 197,
    name: "Current Pending Sector",
    value: 200,
    worst: 200,
    threshold: 10,
    raw: "1",
    is_failing: true,
  });
});

test("an NVMe disk", () => {
  expect(parse(nvme)).toMatchObject({
    state: "told",
    is_healthy: true,
    celsius: 41,
    hours: 9_000,
    wear: 0.07,
    spare: 0.98,
    uncorrectable: 0,
    reallocated: null,
    written_bytes: 30_000_000 * 512_000,
    can_test: true,
    test_done: null,
    attributes: [],
    tests: [{ kind: "Short", status: "Completed without error", is_passed: true, hours: 8_000 }],
  });
});

test.each([
  ["Wear_Leveling_Count", 177, 93, 0.07],
  ["SSD_Life_Left", 231, 40, 0.6],
  ["Percent_Lifetime_Remain", 202, 99, 0.01],
  ["Data_Address_Mark_Errs", 202, 99, null],
])("%s says how far a disk is worn", (name, id, value, expected) => {
  const { wear } = parse({ ...ata, ata_smart_attributes: { table: [attribute(id, name, value, 0)] } });
  expect(wear === null ? null : Math.round(wear * 100) / 100).toBe(expected);
});

test("a disk that sleeps, one that has nothing to say, and one that fails", () => {
  const asleep = {
    smartctl: { exit_status: 2, messages: [{ string: "Device is in STANDBY mode, exit(2)", severity: "information" }] },
    device: { name: "/dev/sda" },
  };
  expect(parse(asleep)).toMatchObject({ state: "standby", is_healthy: null });
  const virtual = {
    smartctl: { exit_status: 1, messages: [{ string: "/dev/vda: Unable to detect device type", severity: "error" }] },
  };
  expect(parse(virtual)).toMatchObject({
    state: "none",
    said: "/dev/vda: Unable to detect device type",
    can_test: false,
  });
  expect(parse({ ...ata, smart_status: { passed: false } })).toMatchObject({ state: "told", is_healthy: false });
  expect(() => parseSmart("smartctl 5.40\n")).toThrow(SyntaxError);
});
