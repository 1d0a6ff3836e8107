import { expect, it } from "vitest";
import { accelLocation } from "./accel";

const accel = [
  { hostPath: "/srv/media", location: "/_media" },
  { hostPath: "/srv", location: "/_srv" },
];

it.each([
  ["/srv/a b/c.txt", "/_srv/a%20b/c.txt"],
  ["/srv/media/film.mkv", "/_media/film.mkv"],
  ["/srv2/a", null],
  ["/etc/passwd", null],
  ["/srv/100%/ä?#", "/_srv/100%25/%C3%A4%3F%23"],
  // A byte that is not UTF-8, as lib/shared/paths holds it.
  ["/srv/\uDCFF.txt", "/_srv/%FF.txt"],
])("%j is at %j", (hostPath, location) => {
  expect(accelLocation(accel, hostPath)).toBe(location);
});

it("maps the whole disk", () => {
  expect(accelLocation([{ hostPath: "/", location: "/_disk" }], "/etc/hosts")).toBe("/_disk/etc/hosts");
});
