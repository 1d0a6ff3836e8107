import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { at } from "@/lib/server/storage/conformance/support";
import { makeLocalFixture } from "@/lib/server/storage/local-fixture";
import { tarBlockBytes, tarHeader, tarPadding } from "@/lib/shared/tar";
import { extractStep } from "./extract-archive";

const { signal } = new AbortController();
const count = 30;
/** The older ones take longer to write. */
const older = (name: string) => `OLD ${name}${"x".repeat(200_000)}`;

function file(name: string, text: string): Buffer {
  const content = Buffer.from(text);
  const head = tarHeader({ name, sizeBytes: content.length, mtimeMs: 0, type: "0" });
  return Buffer.concat([head, content, new Uint8Array(tarPadding(content.length))]);
}

/** ustar keeps where it leads behind the type, and the sum of all its bytes before it. */
function link(name: string, linksTo: string): Buffer {
  const head = Buffer.from(tarHeader({ name, sizeBytes: 0, mtimeMs: 0, type: "0" }));
  head.write("1", 156, "latin1");
  head.write(linksTo, 157, "latin1");
  head.fill(" ", 148, 156);
  const sum = head.reduce((all, byte) => all + byte, 0);
  head.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148, "latin1");
  return head;
}

async function unpacked(name: string, bytes: Buffer): Promise<Record<string, string>> {
  const { storage, root, close } = await makeLocalFixture();
  onTestFinished(close);
  writeFileSync(path.join(root, name), bytes);
  const step = extractStep({ path: at(name), to: at(""), options: { name, holder: "mia" }, only: undefined, storage });
  const outcome = await step.run({ signal, onProgress: () => {}, ask: async () => Promise.reject() });
  expect(outcome).toMatchObject({ failureCount: 0 });
  const files = readdirSync(path.join(root, "d")).map(
    (one) =>
      [
        one,
        readFileSync(path.join(root, "d", one), "utf8")
          .slice(0, 9)
          .replace(/x+$/, ""),
      ] as const,
  );
  return Object.fromEntries(files);
}

test("of entries of one name in a tar the numbers follow the order, and a hard link is the last one before it", async () => {
  const end = Buffer.alloc(2 * tarBlockBytes);
  const numbers = Array.from({ length: count }, (_, index) => index);
  const parts = numbers.flatMap((index) => {
    const name = `d/a${index}.txt`;
    return [
      file(name, older(`${index}`)),
      link(`d/first${index}`, name),
      file(name, `NEW ${index}`),
      link(`d/second${index}`, name),
      // As the link was when it was made.
      link(`d/third${index}`, `d/first${index}`),
      // Its name is taken by the second.
      file(`d/a${index} (2).txt`, `TWO ${index}`),
    ];
  });
  const found = await unpacked("dup.tar", Buffer.concat([...parts, end]));
  const wanted = numbers.flatMap((index) => [
    [`a${index}.txt`, `OLD ${index}`],
    [`first${index}`, `OLD ${index}`],
    [`a${index} (2).txt`, `NEW ${index}`],
    [`second${index}`, `NEW ${index}`],
    [`third${index}`, `OLD ${index}`],
    [`a${index} (2) (2).txt`, `TWO ${index}`],
  ]);
  expect(found).toEqual(Object.fromEntries(wanted));
});

test("of entries of one name in a zip the numbers follow the order", async () => {
  const { root, close } = await makeLocalFixture();
  onTestFinished(close);
  const zip = path.join(root, "dup.zip");
  const script = [
    "import sys, zipfile, warnings",
    "warnings.simplefilter('ignore')",
    "z = zipfile.ZipFile(sys.argv[1], 'w')",
    `for k in range(${count}):`,
    "  z.writestr('d/a%d.txt' % k, 'OLD %d' % k + 'x' * 200000)",
    "  z.writestr('d/a%d.txt' % k, 'NEW %d' % k)",
    "z.close()",
  ];
  execFileSync("python3", ["-c", script.join("\n"), zip]);
  const bytes = readFileSync(zip);
  rmSync(zip);
  const wanted = Array.from({ length: count }, (_, index) => [
    [`a${index}.txt`, `OLD ${index}`],
    [`a${index} (2).txt`, `NEW ${index}`],
  ]);
  expect(await unpacked("dup.zip", bytes)).toEqual(Object.fromEntries(wanted.flat()));
});
