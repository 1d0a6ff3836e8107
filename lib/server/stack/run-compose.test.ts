import { expect, test } from "vitest";
import { complaintOf } from "./run-compose";

test.each([
  ["services.web.ports must be a list\n", "services.web.ports must be a list"],
  ["one\ntwo", "one\ntwo"],
  [
    'Traceback (most recent call last):\n  File "/usr/bin/docker-compose", line 33, in <module>\n    sys.exit(main())\nyaml.scanner.ScannerError: mapping values are not allowed here\n',
    "yaml.scanner.ScannerError: mapping values are not allowed here",
  ],
  // Its beginning was cut off.
  ['  File "/usr/lib/x.py", line 3, in y\n    z()\nKeyError: 1', "KeyError: 1"],
])("of %j is shown %j", (said, complaint) => {
  expect(complaintOf(said)).toBe(complaint);
});
