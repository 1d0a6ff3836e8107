import { gps, parse } from "exifr";
import type { PictureFacts } from "@/lib/shared/picture-facts";

const wanted = [
  "DateTimeOriginal",
  "CreateDate",
  "OffsetTimeOriginal",
  "Make",
  "Model",
  "LensModel",
  "FocalLength",
  "FNumber",
  "ExposureTime",
  "ISO",
  "Rating",
] as const;

/** Of what the camera wrote into the file; what is not there, or makes no sense, is null. */
export async function readExif(input: Buffer): Promise<Omit<PictureFacts, "width" | "height">> {
  const options = { pick: [...wanted], xmp: true, gps: false, reviveValues: false, translateValues: true };
  const [tags, place] = await Promise.all([
    parse(input, options).then(asRecord, () => asRecord(null)),
    gps(input).catch(() => undefined),
  ]);
  const text = (name: string) => {
    const value = tags[name];
    return typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, 200) : null;
  };
  const number = (name: string) => {
    const value = tags[name];
    return typeof value === "number" && Number.isFinite(value) ? value : null;
  };
  const [make, model] = [text("Make"), text("Model")];
  const camera =
    model !== null && make !== null && !model.startsWith(make.split(" ")[0] ?? "") ? `${make} ${model}` : model;
  const { latitude, longitude } = place ?? {};
  return {
    takenMs: takenAt(text("DateTimeOriginal") ?? text("CreateDate"), text("OffsetTimeOriginal")),
    camera,
    lens: text("LensModel"),
    focalLengthMm: number("FocalLength"),
    aperture: number("FNumber"),
    exposureS: number("ExposureTime"),
    iso: number("ISO"),
    rating: number("Rating"),
    place:
      Number.isFinite(latitude) && Number.isFinite(longitude) && latitude !== undefined && longitude !== undefined
        ? { latitude, longitude }
        : null,
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? { ...value } : {};

/** EXIF's `2024:05:17 18:30:00` is the clock of the camera: without a zone it is taken as UTC, so that it is the same time of day for everybody. */
function takenAt(text: string | null, zone: string | null): number | null {
  const [, year, month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text ?? "") ?? [];
  if (year === undefined || time === undefined) return null;
  const offset = /^[+-]\d\d:\d\d$/.test(zone ?? "") ? zone : "Z";
  const at = Date.parse(`${year}-${month}-${day}T${time}${offset}`);
  return Number.isNaN(at) ? null : at;
}
