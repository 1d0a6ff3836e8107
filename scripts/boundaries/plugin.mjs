// The linter's rules. `filedeck/boundaries`: every import, also of types and by import(), is held against rules.mjs.
import path from "node:path";
import { noClockVerdict } from "./no-clock-verdict.mjs";
import { findProblem } from "./rules.mjs";

const root = path.resolve(import.meta.dirname, "../..");

const boundaries = {
  create(context) {
    const from = path.relative(root, context.filename).replaceAll(path.sep, "/");
    const look = (node) => {
      const specifier = node.source?.value;
      const message =
        typeof specifier === "string" ? findProblem(from, specifier, { isType: node.importKind === "type" }) : null;
      if (message !== null) context.report({ node, message });
    };
    return {
      ImportDeclaration: look,
      ImportExpression: look,
      ExportNamedDeclaration: look,
      ExportAllDeclaration: look,
      TSImportType: look,
    };
  },
};

export default { meta: { name: "filedeck" }, rules: { boundaries, "no-clock-verdict": noClockVerdict } };
