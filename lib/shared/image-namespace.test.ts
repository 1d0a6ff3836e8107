import { expect, test } from "vitest";
import { imagePrefix } from "./image-namespace";
import { parseImageReference } from "./image-reference";

test("a plain name of a user is their prefix", () => {
  for (const username of ["mia", "mia.b", "mia-2", "m_i"])
    expect(imagePrefix({ id: "x", username })).toBe(`users/${username}/`);
});

test.each(["Mia", "Jürgen", "é", "a@b.example", "-mia-", "a..b", "mia-0a1b2c", "a@sha256", "x".repeat(64), "名前"])(
  "%s has one that is a name of an image, and of nobody else's",
  (username) => {
    const [one, other] = ["id-one", "id-two"].map((id) => imagePrefix({ id, username }));
    expect(one).toMatch(/^users\/[a-z0-9-]+-[0-9a-f]{6}\/$/);
    expect(one).not.toBe(other);
    expect(parseImageReference(`${one}app:1`)).toMatchObject({ registry: "docker.io", repository: `${one}app` });
  },
);
