import type { useFormatter } from "next-intl";
import type { Fact } from "@/components/ui/details/facts";
import type { OutputOf } from "@/lib/contracts/endpoint";
import type { previewContract } from "@/lib/contracts/preview";
import { exposureText, placeText } from "./camera-text";

export type CameraFacts = NonNullable<OutputOf<typeof previewContract.facts>["facts"][number]>;

type Key =
  | "taken"
  | "camera"
  | "lens"
  | "exposure"
  | "seconds"
  | "aperture"
  | "iso"
  | "focalLength"
  | "millimeters"
  | "place"
  | "megapixels";
/** `t`: the words of whoever shows it, below `picture.info`. */
type Speech = { t: (key: Key, values?: Record<string, string>) => string; format: ReturnType<typeof useFormatter> };

/** Lines for what a camera has written into a picture. */
export function cameraFacts(known: CameraFacts, { t, format }: Speech): Fact[] {
  const { takenMs, camera, lens, exposureS, aperture, iso, focalLengthMm, place } = known;
  const number = (value: number, digits = 1) => format.number(value, { maximumFractionDigits: digits });
  return [
    {
      label: t("taken"),
      // By the camera's clock, which knows of no time zone.
      value: takenMs === null ? null : format.dateTime(new Date(takenMs), { dateStyle: "medium", timeStyle: "short" }),
    },
    { label: t("camera"), value: camera },
    { label: t("lens"), value: lens },
    {
      label: t("exposure"),
      value: exposureS === null ? null : t("seconds", { value: exposureText(exposureS, number) }),
    },
    { label: t("aperture"), value: aperture === null ? null : `ƒ/${number(aperture)}` },
    { label: t("iso"), value: iso === null ? null : number(iso, 0) },
    {
      label: t("focalLength"),
      value: focalLengthMm === null ? null : t("millimeters", { value: number(focalLengthMm) }),
    },
    { label: t("place"), value: place === null ? null : placeText(place), isCode: true },
  ];
}

/** How many pixels a picture has. */
export function dimensionsText({ width, height }: { width: number; height: number }, { t, format }: Speech): string {
  const megapixels = (width * height) / 1e6;
  const text = `${width} × ${height}`;
  if (megapixels < 0.1) return text;
  return `${text} · ${t("megapixels", { count: format.number(megapixels, { maximumFractionDigits: 1 }) })}`;
}
