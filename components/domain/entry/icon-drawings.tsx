import type { ReactNode } from "react";
import type { IconName } from "./icon-of";

type Colour = "red" | "rose" | "orange" | "amber" | "green" | "teal" | "blue" | "violet" | "slate" | "grey";
/** `lines` are drawn, `shapes` filled, both in white on the sheet, which is 24 units wide and high. */
type Drawing = { colour: Colour; lines?: string; width?: number; shapes?: string };

const ruled = "M7.6 11.4h8.8M7.6 14.4h8.8M7.6 17.4h5.4";
const box = "m12 10.4 4 2.2v4.5l-4 2.2-4-2.2v-4.5zM8 12.6l4 2.2 4-2.2M12 14.8v4.5";

export const drawings: Record<Exclude<IconName, "folder">, Drawing> = {
  image: {
    colour: "violet",
    shapes:
      "M7.9 12a1.35 1.35 0 1 0 2.7 0 1.35 1.35 0 0 0-2.7 0zM6.7 18l2.6-2.9a.8.8 0 0 1 1.2 0l1.2 1.3 1.9-2.3a.8.8 0 0 1 1.2 0l2.6 3.6c.3.4 0 .9-.5.9H7.2c-.5 0-.8-.3-.5-.6z",
  },
  video: {
    colour: "rose",
    shapes: "M9.6 11.3v6.5c0 .6.6 1 1.1.6l5-3.2a.8.8 0 0 0 0-1.3l-5-3.2c-.5-.3-1.1 0-1.1.6z",
  },
  audio: {
    colour: "orange",
    lines: "M10.6 17.3v-6.2l5-1.1v6",
    shapes: "M7.4 17.3a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 0 0-3.4 0zM12.4 16.2a1.7 1.7 0 1 0 3.4 0 1.7 1.7 0 0 0-3.4 0z",
  },
  pdf: {
    colour: "red",
    width: 1.25,
    lines: "M6.6 17.6v-5H8a1.5 1.5 0 0 1 0 3H6.6M11 12.6v5h.7a2.5 2.5 0 0 0 0-5zM15.6 17.6v-5H18M15.6 15.2h2",
  },
  document: { colour: "blue", lines: ruled },
  sheet: { colour: "green", width: 1.4, lines: "M7.4 10.9h9.2v7.7H7.4zM7.4 14.7h9.2M11.2 10.9v7.7" },
  slides: {
    colour: "orange",
    shapes: "M11.3 11a4 4 0 1 0 4.3 4.4h-4.3zM12.9 9.8a4.2 4.2 0 0 1 4.2 4.1h-4.2z",
  },
  text: { colour: "grey", lines: ruled },
  markdown: {
    colour: "slate",
    width: 1.4,
    lines: "M6.6 17.6v-5l2.3 2.7 2.3-2.7v5M15.6 12.6v4.6m-1.9-1.7 1.9 2 1.9-2",
  },
  code: { colour: "teal", lines: "m9.8 11.5-3 3.1 3 3.1M14.2 11.5l3 3.1-3 3.1" },
  archive: {
    colour: "amber",
    lines: "M11.3 4h1.4M11.3 7h1.4M11.3 10h1.4",
    shapes: "M10.4 12.6h3.2l.5 4.2a2.1 2.1 0 1 1-4.2 0z",
  },
  drawing: {
    colour: "violet",
    lines: "M6.9 17.3c1.2-5.2 2.8-6 3.3-3.6.4 2.2.9 3.3 2.3 1.1 1.2-1.9 1.8-1.7 2 0 .2 1.5 1 1.9 2.4.8",
  },
  workflow: {
    colour: "teal",
    width: 1.4,
    lines: "M8.6 12v5.4M8.6 14.7h6.6",
    shapes:
      "M7 11.8a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0zM7 17.6a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0zM14 14.7a1.6 1.6 0 1 0 3.2 0 1.6 1.6 0 0 0-3.2 0z",
  },
  font: { colour: "slate", lines: "m8.2 18.4 3.8-8.3 3.8 8.3M9.5 15.8h5" },
  database: {
    colour: "teal",
    width: 1.4,
    lines:
      "M8 11.8c0 .9 1.8 1.6 4 1.6s4-.7 4-1.6-1.8-1.6-4-1.6-4 .7-4 1.6zv5.6c0 .9 1.8 1.6 4 1.6s4-.7 4-1.6v-5.6M8 14.6c0 .9 1.8 1.6 4 1.6s4-.7 4-1.6",
  },
  disk: { colour: "slate", lines: "M8 14.6a4 4 0 1 0 8 0 4 4 0 0 0-8 0zM12 14.5v.2" },
  program: { colour: "slate", width: 1.4, lines: box },
  key: { colour: "amber", lines: "M7 14.7a2.1 2.1 0 1 0 4.2 0 2.1 2.1 0 0 0-4.2 0zM11.2 14.7h5.6v2M14.3 14.7v1.6" },
  mail: { colour: "blue", width: 1.4, lines: "M7 11.4h10v6.6H7zM7.2 11.8l4.8 3.6 4.8-3.6" },
  book: {
    colour: "amber",
    width: 1.4,
    lines:
      "M12 12.2c-1.3-.9-3-1.2-4.8-1v6.7c1.8-.2 3.5.1 4.8 1 1.3-.9 3-1.2 4.8-1v-6.7c-1.8-.2-3.5.1-4.8 1zM12 12.2v6.7",
  },
  model: { colour: "violet", width: 1.4, lines: box },
  broken: { colour: "grey", lines: "m9.4 12.1 5.2 5.2M14.6 12.1l-5.2 5.2" },
  special: { colour: "grey", lines: "M10 10.2v2.4M14 10.2v2.4M8.4 12.6h7.2v1.3a3.6 3.6 0 0 1-7.2 0zM12 17.5v1.7" },
  unknown: { colour: "grey" },
};

const sheet =
  "M6.6 2h7.5c.6 0 1.1.2 1.5.6l3.8 3.8c.4.4.6.9.6 1.5v11.5a2.6 2.6 0 0 1-2.6 2.6H6.6A2.6 2.6 0 0 1 4 19.4V4.6A2.6 2.6 0 0 1 6.6 2z";
const fold = "M14.3 2c.5 0 1 .2 1.3.6l3.8 3.8c.4.3.6.8.6 1.3h-4a1.7 1.7 0 0 1-1.7-1.7z";

export function FileDrawing({ name }: { name: Exclude<IconName, "folder"> }) {
  const { lines, shapes, width = 1.6 } = drawings[name];
  return (
    <>
      <path d={sheet} fill="currentColor" />
      <path d={fold} fill="#fff" fillOpacity={0.4} />
      {shapes === undefined ? null : <path d={shapes} fill="#fff" />}
      {lines === undefined ? null : (
        <path d={lines} fill="none" stroke="#fff" strokeWidth={width} strokeLinecap="round" strokeLinejoin="round" />
      )}
    </>
  );
}

/** Its back in the colour of the place, its front lighter. */
export function FolderDrawing(): ReactNode {
  return (
    <>
      <path
        d="M2.5 6.6A2.6 2.6 0 0 1 5.1 4h3.6c.7 0 1.3.3 1.8.8L11.8 6h7.1a2.6 2.6 0 0 1 2.6 2.6v8.8a2.6 2.6 0 0 1-2.6 2.6H5.1a2.6 2.6 0 0 1-2.6-2.6z"
        fill="currentColor"
      />
      <path
        d="M2.5 11a1.6 1.6 0 0 1 1.6-1.6h15.8a1.6 1.6 0 0 1 1.6 1.6v6.4a2.6 2.6 0 0 1-2.6 2.6H5.1a2.6 2.6 0 0 1-2.6-2.6z"
        fill="#fff"
        fillOpacity={0.34}
      />
    </>
  );
}

/** In the corner of what is only a link to something elsewhere. */
export function LinkBadge() {
  return (
    <g>
      <circle cx={6} cy={18} r={5.4} fill="var(--panel)" />
      <path
        d="m3.9 20.1 3.9-3.9m-3-.3h3.3v3.3"
        fill="none"
        stroke="var(--dim)"
        strokeWidth={1.7}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </g>
  );
}
