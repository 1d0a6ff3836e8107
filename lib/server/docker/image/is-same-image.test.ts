import { describe, expect, test } from "vitest";
import type { Manifest } from "@/lib/server/docker/registry/read-manifest";
import { isSameImage, manifestsFor, type LocalImage } from "./is-same-image";

const entry = (digest: string, architecture: string, variant?: string) => ({
  digest,
  platform: { os: "linux", architecture, ...(variant === undefined ? {} : { variant }) },
});
const listed = [
  entry("amd", "amd64"),
  entry("six", "arm", "v6"),
  entry("seven", "arm", "v7"),
  entry("eight", "arm64", "v8"),
  entry("power", "ppc64le"),
  { digest: "windows", platform: { os: "windows", architecture: "amd64" } },
  { digest: "attestation", platform: { os: "unknown", architecture: "unknown" } },
  { digest: "bare" },
];

test.each<[string, string, string[]]>([
  ["amd64", "", ["amd"]],
  // Written or not, it is the same one.
  ["amd64", "v1", ["amd"]],
  ["arm", "v6", ["six"]],
  ["arm", "v7", ["seven"]],
  ["arm", "v5", []],
  // Many images do not say it of themselves, though the list does.
  ["arm", "", ["six", "seven"]],
  ["arm64", "", ["eight"]],
  ["arm64", "v8", ["eight"]],
  ["arm64", "v9", []],
  ["ppc64le", "", ["power"]],
  ["s390x", "", []],
])("of a list, for linux/%s %s: %j", (architecture, variant, expected) => {
  expect(manifestsFor(listed, { os: "linux", architecture, variant })).toEqual(expected);
});

test("one without a variant is the usual one of its architecture", () => {
  const plain = [entry("usual", "arm"), entry("other", "arm", "v6")];
  expect(manifestsFor(plain, { os: "linux", architecture: "arm", variant: "v7" })).toEqual(["usual"]);
});

describe("the same image", () => {
  const manifests: Record<string, Manifest> = {
    list: { kind: "index", manifests: listed },
    seven: { kind: "image", config: "config-7" },
    six: { kind: "image", config: "config-6" },
    nested: { kind: "index", manifests: [entry("list", "arm", "v7")] },
  };
  const asked: string[] = [];
  const read = async (digest: string): Promise<Manifest> => {
    asked.push(digest);
    return manifests[digest] ?? { kind: "image", config: `config of ${digest}` };
  };
  const local = (own: Partial<LocalImage>): LocalImage => ({
    id: "none",
    digests: [],
    platform: { os: "linux", architecture: "arm", variant: "v7" },
    ...own,
  });

  test.each<[string, Partial<LocalImage>, string, boolean, string[]]>([
    ["pulled as exactly that", { digests: ["list"] }, "list", true, []],
    ["pulled as what the list has for it", { digests: ["seven"] }, "list", true, ["list"]],
    ["pulled as what the list has for another variant", { digests: ["six"] }, "list", false, ["list", "seven"]],
    ["made of the same configuration", { id: "config-7" }, "list", true, ["list", "seven"]],
    ["made of another one", { id: "config-6" }, "list", false, ["list", "seven"]],
    ["a single manifest with its configuration", { id: "config-7" }, "seven", true, ["seven"]],
    ["a single manifest with another one", { id: "config-6" }, "seven", false, ["seven"]],
    ["a list of lists", { id: "config-7" }, "nested", false, ["nested", "list"]],
  ])("%s", async (_, own, digest, expected, questions) => {
    asked.length = 0;
    expect(await isSameImage(local(own), digest, read)).toBe(expected);
    expect(asked).toEqual(questions);
  });
});
