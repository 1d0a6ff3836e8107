import { expect, test } from "vitest";
import { newerImages, newerNameOf, parseNewer } from "./newer-images";

test("the note stays with the image until its name belongs to another one", () => {
  const row = { id: "sha256:old", tags: ["shop:1", "shop:latest"] };
  expect(newerNameOf(row, newerImages.get())).toBeNull();
  newerImages.note("shop:latest", row.id);
  expect(newerNameOf(row, newerImages.get())).toBe("shop:latest");
  // Pulled again, here or elsewhere.
  expect(newerNameOf({ id: "sha256:new", tags: ["shop:latest"] }, newerImages.get())).toBeNull();
  expect(newerNameOf({ id: "sha256:old", tags: ["shop:1"] }, newerImages.get())).toBeNull();
  newerImages.note("shop:latest", null);
  expect(newerNameOf(row, newerImages.get())).toBeNull();
});

test("takes only what makes sense from the storage", () => {
  expect(parseNewer(null)).toEqual({});
  expect(parseNewer("[1")).toEqual({});
  expect(parseNewer('{"a":"sha256:1","b":2}')).toEqual({ a: "sha256:1" });
});
