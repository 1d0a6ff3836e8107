export type Size = { width: number; height: number };
export type Point = { x: number; y: number };
/** How the picture lies on the stage: `null` scale follows the stage's size; x and y move its centre from the stage's. */
export type ImageView = { scale: number | null; x: number; y: number; turns: number };

export const fittedView: ImageView = { scale: null, x: 0, y: 0, turns: 0 };
export const minScale = 0.02;
export const maxScale = 32;
const step = 1.25;

export type ImageEvent =
  | { type: "fit" }
  | { type: "actual" }
  | { type: "rotate"; by?: 1 | -1 }
  | { type: "step"; direction: 1 | -1 }
  /** Zooms so that the picture's point under `at` (from the stage's centre) stays there. */
  | { type: "zoom"; factor: number; at: Point }
  | { type: "pan"; by: Point };

export type Stage = { image: Size; stage: Size };

function turned({ width, height }: Size, turns: number): Size {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** The largest scale at which the whole picture is seen, never above its own size. */
export function fitScale({ image, stage }: Stage, turns: number): number {
  const { width, height } = turned(image, turns);
  if (width === 0 || height === 0) return 1;
  return Math.min(1, stage.width / width, stage.height / height);
}

export function shownScale(view: ImageView, at: Stage): number {
  return view.scale ?? fitScale(at, view.turns);
}

/** No edge of the picture comes further in than the stage's edge; what is smaller than the stage stays in its middle. */
function clampPan(view: ImageView, at: Stage): ImageView {
  const scale = shownScale(view, at);
  const { width, height } = turned(at.image, view.turns);
  const free = (pictureLength: number, stageLength: number) => Math.max(0, (pictureLength * scale - stageLength) / 2);
  const bound = (value: number, limit: number) => Math.min(limit, Math.max(-limit, value)) || 0; // no negative zero
  return {
    ...view,
    x: bound(view.x, free(width, at.stage.width)),
    y: bound(view.y, free(height, at.stage.height)),
  };
}

export function reduceImageView(view: ImageView, event: ImageEvent, at: Stage): ImageView {
  switch (event.type) {
    case "fit":
      return { ...fittedView, turns: view.turns };
    case "actual":
      return clampPan({ ...view, scale: 1 }, at);
    case "rotate":
      return clampPan({ ...view, x: 0, y: 0, turns: (view.turns + (event.by ?? 1) + 4) % 4 }, at);
    case "step":
      return reduceImageView(view, { type: "zoom", factor: step ** event.direction, at: { x: 0, y: 0 } }, at);
    case "pan":
      return clampPan({ ...view, x: view.x + event.by.x, y: view.y + event.by.y }, at);
    case "zoom":
      break;
  }
  const before = shownScale(view, at);
  const scale = Math.min(maxScale, Math.max(Math.min(minScale, fitScale(at, view.turns)), before * event.factor));
  const ratio = scale / before;
  const x = event.at.x - (event.at.x - view.x) * ratio;
  const y = event.at.y - (event.at.y - view.y) * ratio;
  return clampPan({ ...view, scale, x, y }, at);
}
