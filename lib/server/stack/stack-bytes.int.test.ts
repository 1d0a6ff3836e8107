import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { keyOf } from "@/lib/server/docker/containers-fixture";
import { undoTries } from "@/lib/server/docker/undo-tries-fixture";
import { digestOf, findApproval, keepApproval } from "./approvals";
import { createStack, getStack, saveStackFile } from "./stack-files";
import { getStackPlace } from "./stack-places";
import { stacksProblem, startStacks, type Stacks } from "./stacks-fixture";

const problem = await stacksProblem();
const compose = "services:\n  web:\n    image: box\n    network_mode: none\n";
const latin = (port: number) => Buffer.from(`# für Müller\r\nPASSWORD=päss\nPORT=${port}\n`, "latin1");

describe.skipIf(problem !== null)("files of stacks as bytes", () => {
  let stacks: Stacks;
  undoTries(() => stacks.daemon);
  let dir: string;
  beforeAll(async () => {
    dir = mkdtempSync(path.join(tmpdir(), "filedeck-stack-bytes-"));
    stacks = await startStacks(dir);
    await createStack({ name: "web", text: compose, environment: "PORT=1\n" }, await stacks.asRoot());
  });
  afterAll(async () => {
    await stacks.close();
    rmSync(dir, { recursive: true, force: true });
  });

  const environment = () => `${stacks.root}/web/.env`;
  async function save(change: (text: string) => string, kind = "environment") {
    const { files } = await getStack({ name: "web" }, await stacks.asRoot());
    const found = files.find((one) => one.kind === kind);
    if (found === undefined) throw new Error(`there is no ${kind}`);
    const { path: at, etag, text } = found;
    return saveStackFile({ name: "web", path: at, text: change(text), etag, force: true }, await stacks.asRoot());
  }

  test("of two who save what they have read at once, one is told so, however long Compose looks at it", async () => {
    const ctx = await stacks.asRoot();
    const { files } = await getStack({ name: "web" }, ctx);
    for (const { path: at, etag, text } of files) {
      const saving = ["# one\n", "# two\n"].map((line) =>
        keyOf(saveStackFile({ name: "web", path: at, text: text + line, etag, force: false }, ctx)),
      );
      const outcomes = await Promise.all(saving);
      expect(outcomes.toSorted()).toEqual(["done", "stack/changed"]);
      expect(readFileSync(at, "utf8")).toBe(`${text}# ${outcomes[0] === "done" ? "one" : "two"}\n`);
    }
  });

  test("what is no UTF-8 comes back byte for byte", async () => {
    writeFileSync(environment(), latin(80));
    await save((text) => text.replace("80", "81"));
    expect(readFileSync(environment()).toString("latin1")).toBe(latin(81).toString("latin1"));
    expect(await keyOf(save((text) => `${text}# 日本\n`))).toBe("file/encoding");
    expect(readFileSync(environment()).equals(latin(81))).toBe(true);

    const file = `${stacks.root}/web/compose.yaml`;
    writeFileSync(file, Buffer.from(`# Müller\n${compose}`, "latin1"));
    await save((text) => text.replace("box", "box2"), "compose");
    expect(readFileSync(file, "latin1")).toBe(`# Müller\n${compose.replace("box", "box2")}`);
    writeFileSync(file, compose);
  });

  test("what is kept of an approved environment are its bytes, and other bytes are not approved", async () => {
    const place = await getStackPlace("web");
    // Compose of Docker runs it, the old program, which is Python, does not.
    const bytes = Buffer.from("# für\nA=1\n", "latin1");
    await keepApproval((await stacks.asRoot()).db, place, { compose, environment: bytes, notes: "" });
    const kept = await findApproval(place);
    expect(kept?.environment.equals(bytes)).toBe(true);
    expect(readFileSync(kept?.files.environment ?? "").equals(bytes)).toBe(true);
    writeFileSync(kept?.files.environment ?? "", Buffer.from("# f\xferr\nA=1\n", "latin1"));
    expect(await findApproval(place)).toBeNull();
    const digest = (environmentBytes: Buffer) => digestOf({ compose, environment: environmentBytes, notes: "" });
    const forms = [
      Buffer.from("A=ü"),
      Buffer.from("A=ü", "latin1"),
      Buffer.from([0x41, 0x3d, 0xff]),
      Buffer.from("A=\uFFFD"),
    ];
    expect(new Set(forms.map(digest)).size).toBe(forms.length);
  });

  test("a link stays one: its file is written, with its rights", async () => {
    const common = path.join(dir, "common", "common.env");
    mkdirSync(path.dirname(common));
    writeFileSync(common, "A=common\n");
    chmodSync(common, 0o640);
    rmSync(environment());
    symlinkSync(common, environment());
    await save((text) => text.replace("common", "changed"));
    expect(lstatSync(environment()).isSymbolicLink()).toBe(true);
    expect(readFileSync(common, "utf8")).toBe("A=changed\n");
    expect(lstatSync(common).mode & 0o777).toBe(0o640);

    chmodSync(path.dirname(common), 0o777);
    expect(await keyOf(save(() => "A=other\n"))).toBe("file/link-target");
    rmSync(path.dirname(common), { recursive: true });
    expect(await keyOf(save(() => "A=other\n"))).toBe("file/link-target");
    expect(lstatSync(environment()).isSymbolicLink()).toBe(true);
  });

  test("a file that is too large to be held is not cut", async () => {
    rmSync(environment());
    const large = `# x\n${"A=1234567890\n".repeat(100_000)}`;
    writeFileSync(environment(), large);
    expect(await keyOf(save(() => "# z\n"))).toBe("stack/refused");
    expect(readFileSync(environment(), "utf8")).toBe(large);
  });
});
