import path from "node:path";
import { realpath } from "node:fs/promises";
import { namesIn, numberOf, textOf } from "./text-file";

export type Sensor = {
  /** The same after every start of the machine. */
  id: string;
  /** The driver, such as `coretemp`. */
  chip: string;
  /** What it is in or at, in the words of the driver or of the device; null where neither has any. */
  label: string | null;
  /** From here on it is too warm, in the words of the device. */
  highCelsius: number | null;
  file: string;
};

const most = 48;
/** What says less or more is not connected. */
const believable = { least: -40, most: 150 };
const toCelsius = (thousandths: number | null) =>
  thousandths === null || thousandths < believable.least * 1000 || thousandths > believable.most * 1000
    ? null
    : thousandths / 1000;

type Places = { hwmon?: string; thermal?: string };

/** The temperatures that this machine can tell. */
export async function findSensors({ hwmon = "/sys/class/hwmon", thermal = "/sys/class/thermal" }: Places = {}): Promise<
  Sensor[]
> {
  const chips = await Promise.all((await namesIn(hwmon)).map((name) => readChip(`${hwmon}/${name}`)));
  // The numbers of the folders change from start to start; where the device is does not.
  chips.sort((a, b) => (a.device < b.device ? -1 : 1));
  const counts = new Map<string, number>();
  const sensors: Sensor[] = [];
  for (const { chip, sensors: found } of chips) {
    const number = (counts.get(chip) ?? 0) + 1;
    counts.set(chip, number);
    const hasPackage = found.some(({ label }) => label?.startsWith("Package") === true);
    for (const { input, ...sensor } of found) {
      // A processor with many cores has one for each, which say no more than the one for all of them.
      if (hasPackage && sensor.label?.startsWith("Core ") === true) continue;
      sensors.push({ ...sensor, chip, id: idOf(chip, number, sensor.label ?? input) });
    }
  }
  const known = new Set(chips.map(({ chip }) => chip));
  for (const zone of (await namesIn(thermal)).filter((name) => name.startsWith("thermal_zone")).sort()) {
    const type = await textOf(`${thermal}/${zone}/type`);
    // Most are among the chips, too, with a dash for what is no letter.
    if (type === null || known.has(type) || known.has(type.replaceAll("-", "_"))) continue;
    const file = `${thermal}/${zone}/temp`;
    if (toCelsius(await numberOf(file)) !== null)
      sensors.push({ id: idOf(type, 1, zone), chip: type, label: null, highCelsius: null, file });
  }
  return sensors.slice(0, most);
}

const idOf = (chip: string, number: number, part: string) =>
  `${chip}${number > 1 ? ` ${number}` : ""} ${part}`.replaceAll("/", "-");

async function readChip(folder: string) {
  const [name, model, device, files] = await Promise.all([
    textOf(`${folder}/name`),
    textOf(`${folder}/device/model`),
    realpath(`${folder}/device`).catch(() => folder),
    namesIn(folder),
  ]);
  const inputs = files.filter((file) => /^temp\d+_input$/.test(file)).sort();
  const sensors = await Promise.all(
    inputs.map(async (input) => {
      const part = `${folder}/${input.slice(0, -"_input".length)}`;
      const [value, label, high, critical] = await Promise.all([
        numberOf(`${part}_input`),
        textOf(`${part}_label`),
        numberOf(`${part}_max`),
        numberOf(`${part}_crit`),
      ]);
      const limit = toCelsius(high) ?? toCelsius(critical);
      const words = [model, label].filter((text) => text !== null && text !== "").join(" ");
      return toCelsius(value) === null
        ? null
        : {
            input: path.basename(part),
            label: words === "" ? null : words,
            highCelsius: limit !== null && limit > 0 ? limit : null,
            file: `${part}_input`,
          };
    }),
  );
  return { chip: name ?? path.basename(folder), device, sensors: sensors.filter((sensor) => sensor !== null) };
}

/** In °C, by the sensors' ids; one that does not answer is missing. */
export async function readTemperatures(sensors: readonly Sensor[]): Promise<ReadonlyMap<string, number>> {
  const values = await Promise.all(sensors.map(async ({ id, file }) => [id, toCelsius(await numberOf(file))] as const));
  return new Map(values.filter((value): value is [string, number] => value[1] !== null));
}
