import { describe, expect, it } from "vitest";
import { fitScale, fittedView, reduceImageView, shownScale, type Stage } from "./image-view";

const at: Stage = { image: { width: 2000, height: 1000 }, stage: { width: 1000, height: 800 } };

describe("fitScale", () => {
  it.each([
    [2000, 1000, 0, 0.5],
    [2000, 1000, 1, 0.4],
    [100, 100, 0, 1],
    [0, 0, 0, 1],
  ])("%d × %d turned %d times: %d", (width, height, turns, scale) => {
    expect(fitScale({ image: { width, height }, stage: at.stage }, turns)).toBe(scale);
  });
});

describe("reduceImageView", () => {
  it("keeps the point under the pointer", () => {
    const point = { x: 200, y: 50 };
    const actual = reduceImageView(fittedView, { type: "actual" }, at);
    const view = reduceImageView(actual, { type: "zoom", factor: 2, at: point }, at);
    // The picture's point that was 200 px from the middle is now 400 px from the picture's middle.
    expect(view).toEqual({ scale: 2, x: -200, y: -50, turns: 0 });
  });

  it("does not let the picture leave the stage", () => {
    const actual = reduceImageView(fittedView, { type: "actual" }, at);
    expect(reduceImageView(actual, { type: "pan", by: { x: 9999, y: -9999 } }, at)).toMatchObject({ x: 500, y: -100 });
    expect(reduceImageView(fittedView, { type: "pan", by: { x: 10, y: 10 } }, at)).toMatchObject({ x: 0, y: 0 });
  });

  it("turns four times round", () => {
    let view = fittedView;
    for (let turn = 0; turn < 4; turn++) view = reduceImageView(view, { type: "rotate" }, at);
    expect(view).toEqual(fittedView);
  });

  it("stays within its limits", () => {
    let view = fittedView;
    for (let count = 0; count < 60; count++) view = reduceImageView(view, { type: "step", direction: 1 }, at);
    expect(view.scale).toBe(32);
    for (let count = 0; count < 120; count++) view = reduceImageView(view, { type: "step", direction: -1 }, at);
    expect(view.scale).toBe(0.02);
    expect(shownScale(reduceImageView(view, { type: "fit" }, at), at)).toBe(0.5);
  });
});
