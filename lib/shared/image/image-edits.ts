/** All positions and lengths are fractions of the frame: the picture turned, mirrored and straightened, before it is cropped. */
export type Point = { x: number; y: number };
export type Area = { x: number; y: number; width: number; height: number };

/** `width`, `size`: of the frame's longer side, which turning keeps. */
export type Mark =
  | { kind: "pen"; points: Point[]; color: string; width: number }
  | { kind: "line" | "arrow" | "rectangle" | "ellipse"; from: Point; to: Point; color: string; width: number }
  | { kind: "text"; at: Point; text: string; color: string; size: number; degrees: number }
  | { kind: "blur"; from: Point; to: Point; strength: number };

/** From −100 to 100, 0 changes nothing; `sharpen` from 0. */
export const toneNames = ["exposure", "brightness", "contrast", "saturation", "warmth", "hue", "sharpen"] as const;
export type ToneName = (typeof toneNames)[number];
export type Tones = Readonly<Record<ToneName, number>>;

export type ImageEdit =
  | { kind: "turn"; by: 1 | -1 }
  | { kind: "flip"; axis: "horizontal" | "vertical" }
  | { kind: "straighten"; degrees: number }
  | { kind: "crop"; area: Area | null }
  /** Pixels of the longer side; null: as many as there are. */
  | { kind: "resize"; longest: number | null }
  | { kind: "tone"; name: ToneName; value: number }
  | { kind: "addMark"; mark: Mark }
  | { kind: "setMark"; index: number; mark: Mark }
  | { kind: "removeMark"; index: number };

export const imageEditLimits = {
  edits: 500,
  points: 2_000,
  /** Of all marks together. */
  allPoints: 50_000,
  textLength: 500,
  degrees: 45,
  longest: 16_384,
} as const;

/** What the edits come to: turned by quarters, then mirrored, then straightened, then cropped. */
export type ImageRecipe = {
  turns: 0 | 1 | 2 | 3;
  isMirrored: boolean;
  degrees: number;
  crop: Area | null;
  longest: number | null;
  tones: Tones;
  marks: readonly Mark[];
};

/** Of the picture as it is looked at: turned as its EXIF says. */
export type PictureSize = { width: number; height: number };

export const noTones: Tones = {
  exposure: 0,
  brightness: 0,
  contrast: 0,
  saturation: 0,
  warmth: 0,
  hue: 0,
  sharpen: 0,
};

export const untouched: ImageRecipe = {
  turns: 0,
  isMirrored: false,
  degrees: 0,
  crop: null,
  longest: null,
  tones: noTones,
  marks: [],
};

/** What a list of edits comes to on a picture. */
export function recipeOf(edits: readonly ImageEdit[], source: PictureSize): ImageRecipe {
  return edits.reduce((recipe, edit) => applyEdit(recipe, edit, source), untouched);
}

type Apply = { [K in ImageEdit["kind"]]: (recipe: ImageRecipe, edit: EditOf<K>, source: PictureSize) => ImageRecipe };
type EditOf<K extends ImageEdit["kind"]> = Extract<ImageEdit, { kind: K }>;

const applyOf: Apply = {
  turn: (recipe, { by }) =>
    moved(
      { ...recipe, turns: quarter(recipe.turns + (recipe.isMirrored ? -by : by)) },
      by === 1 ? ({ x, y }) => ({ x: 1 - y, y: x }) : ({ x, y }) => ({ x: y, y: 1 - x }),
      (degrees) => degrees + 90 * by,
    ),
  flip: (recipe, { axis }) =>
    moved(
      {
        ...recipe,
        isMirrored: !recipe.isMirrored,
        turns: quarter(recipe.turns + (axis === "vertical" ? 2 : 0)),
        degrees: recipe.degrees === 0 ? 0 : -recipe.degrees,
      },
      axis === "horizontal" ? ({ x, y }) => ({ x: 1 - x, y }) : ({ x, y }) => ({ x, y: 1 - y }),
      // What is written stays readable.
      (degrees) => (degrees === 0 ? 0 : -degrees),
    ),
  straighten: (recipe, { degrees }, source) => {
    const frame = turnedSize(recipe, source);
    const by = degrees - recipe.degrees;
    const scale = coverScale(frame, degrees) / coverScale(frame, recipe.degrees);
    const move = (point: Point) => spun(point, { frame, degrees: by, scale });
    return {
      ...recipe,
      degrees,
      marks: recipe.marks.map((mark) => movedMark(mark, move, (own) => own + by, mark.kind === "blur")),
    };
  },
  crop: (recipe, { area }) => ({ ...recipe, crop: area }),
  resize: (recipe, { longest }) => ({ ...recipe, longest }),
  tone: (recipe, { name, value }) => ({ ...recipe, tones: { ...recipe.tones, [name]: value } }),
  addMark: (recipe, { mark }) => ({ ...recipe, marks: [...recipe.marks, mark] }),
  setMark: (recipe, { index, mark }) => ({
    ...recipe,
    marks: recipe.marks.map((old, at) => (at === index ? mark : old)),
  }),
  removeMark: (recipe, { index }) => ({ ...recipe, marks: recipe.marks.filter((_, at) => at !== index) }),
};

function applyEdit<K extends ImageEdit["kind"]>(
  recipe: ImageRecipe,
  edit: EditOf<K>,
  source: PictureSize,
): ImageRecipe {
  const apply: Apply[K] = applyOf[edit.kind]; // TypeScript doesn't follow a kind to its own entry
  return apply(recipe, edit, source);
}

type Move = (point: Point) => Point;

function moved(recipe: ImageRecipe, move: Move, turn: (degrees: number) => number): ImageRecipe {
  return {
    ...recipe,
    crop: recipe.crop === null ? null : movedArea(recipe.crop, move),
    marks: recipe.marks.map((mark) => movedMark(mark, move, turn, false)),
  };
}

function movedArea({ x, y, width, height }: Area, move: Move): Area {
  const [a, b] = [move({ x, y }), move({ x: x + width, y: y + height })];
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** `keepsShape`: what is along the frame's edges stays so, and only its middle goes along. */
function movedMark(mark: Mark, move: Move, turn: (degrees: number) => number, keepsShape: boolean): Mark {
  if (mark.kind === "pen") return { ...mark, points: mark.points.map(move) };
  if (mark.kind === "text") return { ...mark, at: move(mark.at), degrees: turn(mark.degrees) };
  if (!keepsShape) return { ...mark, from: move(mark.from), to: move(mark.to) };
  const { from, to } = mark;
  const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
  const now = move(middle);
  const by = { x: now.x - middle.x, y: now.y - middle.y };
  return { ...mark, from: { x: from.x + by.x, y: from.y + by.y }, to: { x: to.x + by.x, y: to.y + by.y } };
}

function spun(
  { x, y }: Point,
  { frame, degrees, scale }: { frame: PictureSize; degrees: number; scale: number },
): Point {
  const angle = (degrees * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle) * scale, Math.sin(angle) * scale];
  const [dx, dy] = [(x - 0.5) * frame.width, (y - 0.5) * frame.height];
  return { x: 0.5 + (dx * cos - dy * sin) / frame.width, y: 0.5 + (dx * sin + dy * cos) / frame.height };
}

function quarter(turns: number): ImageRecipe["turns"] {
  return (((turns % 4) + 4) % 4) as ImageRecipe["turns"]; // of 0 to 3
}

/** The picture's size after its quarter turns. */
export function turnedSize({ turns }: Pick<ImageRecipe, "turns">, { width, height }: PictureSize): PictureSize {
  return turns % 2 === 0 ? { width, height } : { width: height, height: width };
}

/** How much a picture must grow so that, turned by some degrees about its middle, it still covers its own frame. */
export function coverScale({ width, height }: PictureSize, degrees: number): number {
  const angle = (Math.abs(degrees) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return Math.max((width * cos + height * sin) / width, (width * sin + height * cos) / height);
}

/** The frame in pixels of the picture: what straightening cuts away makes it smaller. */
export function frameSize(recipe: Pick<ImageRecipe, "turns" | "degrees">, source: PictureSize): PictureSize {
  const turned = turnedSize(recipe, source);
  const scale = coverScale(turned, recipe.degrees);
  return { width: atLeastOne(turned.width / scale), height: atLeastOne(turned.height / scale) };
}

/** The part of the frame that is kept, in whole pixels. */
export function cropPixels({ crop }: Pick<ImageRecipe, "crop">, { width, height }: PictureSize): Area {
  if (crop === null) return { x: 0, y: 0, width, height };
  const x = Math.min(width - 1, Math.max(0, Math.round(crop.x * width)));
  const y = Math.min(height - 1, Math.max(0, Math.round(crop.y * height)));
  return {
    x,
    y,
    width: Math.min(width - x, atLeastOne(crop.width * width)),
    height: Math.min(height - y, atLeastOne(crop.height * height)),
  };
}

/** The size of the picture that is saved. */
export function resultSize(recipe: ImageRecipe, source: PictureSize): PictureSize {
  const { width, height } = cropPixels(recipe, frameSize(recipe, source));
  if (recipe.longest === null) return { width, height };
  const scale = recipe.longest / Math.max(width, height);
  return { width: atLeastOne(width * scale), height: atLeastOne(height * scale) };
}

function atLeastOne(pixels: number): number {
  return Math.max(1, Math.round(pixels));
}
