import { describe, expect, test } from "vitest";
import { describeFiles } from "./conformance/files";
import { describeLimits } from "./conformance/limits";
import { describeLinks } from "./conformance/links";
import { describeNames } from "./conformance/names";
import { describeReplaced } from "./conformance/replaced";
import { describeTrash } from "./conformance/trash";
import { describeSearching } from "./conformance/searching";
import { describeSearchingText } from "./conformance/searching-text";
import { describeTrees } from "./conformance/trees";
import { describeWatching } from "./conformance/watching";
import { at, type MakeFixture } from "./conformance/support";
import { capabilities, type Capability } from "./capability";

/**
 * What every adapter must do, and what those with a capability must besides: which it has, the first test looks at. Call it
 * from the adapter's `*.int.test.ts` with a fixture on the real thing.
 */
export function describeStorage(
  name: string,
  makeFixture: MakeFixture,
  can: readonly Capability[] = capabilities,
): void {
  const needing = (capability: Capability, describeAll: (make: MakeFixture) => void) =>
    can.includes(capability) ? describeAll(makeFixture) : undefined;

  describe(`storage: ${name}`, () => {
    test("can what it is said to", async () => {
      const { storage, close } = await makeFixture();
      expect(capabilities.filter((capability) => storage.can(at(""), capability))).toEqual(can);
      await close();
    });
    describeFiles(makeFixture);
    describeNames(makeFixture);
    describeTrees(makeFixture);
    needing("trash", describeTrash);
    needing("replaced", describeReplaced);
    describeLimits(makeFixture, can);
    needing("links", describeLinks);
    describeSearching(makeFixture);
    needing("search-text", describeSearchingText);
    describeWatching(makeFixture);
  });
}
