import { describe } from "vitest";
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
import type { MakeFixture } from "./conformance/support";

/** What every adapter must do. Call it from the adapter's `*.int.test.ts` with a fixture on the real thing. */
export function describeStorage(name: string, makeFixture: MakeFixture): void {
  describe(`storage: ${name}`, () => {
    describeFiles(makeFixture);
    describeNames(makeFixture);
    describeTrees(makeFixture);
    describeTrash(makeFixture);
    describeReplaced(makeFixture);
    describeLimits(makeFixture);
    describeLinks(makeFixture);
    describeSearching(makeFixture);
    describeSearchingText(makeFixture);
    describeWatching(makeFixture);
  });
}
