export type Box = { x: number; y: number; width: number; height: number };

/**
 * Boxes with areas in proportion to the sizes, as square as they can be (Bruls, Huizing, van Wijk: Squarified Treemaps, 2000). Sizes
 * come largest first; what has none gets an empty box.
 */
export function squarify(sizes: readonly number[], area: Box): Box[] {
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const boxes: Box[] = [];
  if (total <= 0) return sizes.map(() => ({ x: area.x, y: area.y, width: 0, height: 0 }));
  const scale = (area.width * area.height) / total;
  let free = { ...area };
  let next = 0;
  while (next < sizes.length) {
    const side = Math.min(free.width, free.height);
    const count = rowLength(sizes.slice(next, next + 200), side, scale);
    const row = sizes.slice(next, next + count);
    free = place(row, { free, scale, boxes });
    next += count;
  }
  return boxes;
}

/** How many go into one row before its boxes get less square. */
function rowLength(sizes: readonly number[], side: number, scale: number): number {
  let sum = 0;
  let worst = Infinity;
  for (const [index, size] of sizes.entries()) {
    sum += size;
    const thickness = side === 0 ? 0 : (sum * scale) / side;
    const [first = 0] = sizes;
    const ratio = Math.max(ratioOf(first * scale, thickness), ratioOf(size * scale, thickness));
    if (ratio > worst) return Math.max(1, index);
    worst = ratio;
  }
  return sizes.length;
}

function ratioOf(area: number, thickness: number): number {
  if (area <= 0 || thickness <= 0) return Infinity;
  const length = area / thickness;
  return Math.max(length / thickness, thickness / length);
}

type Placing = { free: Box; scale: number; boxes: Box[] };

/** Lays a row along the shorter side and gives what is left of the area. */
function place(row: readonly number[], { free, scale, boxes }: Placing): Box {
  const isUpright = free.width >= free.height;
  const side = isUpright ? free.height : free.width;
  const sum = row.reduce((total, size) => total + size, 0);
  const thickness = side === 0 ? 0 : (sum * scale) / side;
  let at = isUpright ? free.y : free.x;
  for (const size of row) {
    const length = thickness === 0 ? 0 : (size * scale) / thickness;
    boxes.push(
      isUpright
        ? { x: free.x, y: at, width: thickness, height: length }
        : { x: at, y: free.y, width: length, height: thickness },
    );
    at += length;
  }
  return isUpright
    ? { ...free, x: free.x + thickness, width: Math.max(0, free.width - thickness) }
    : { ...free, y: free.y + thickness, height: Math.max(0, free.height - thickness) };
}
