import { defaultSchema, type Options } from "rehype-sanitize";

// `source` names pictures past the ones that are looked at.
const leftOut = new Set(["picture", "source"]);

/**
 * GitHub's rules, tightened: no styles, no names and ids but prefixed ones, no forms but the task lists' boxes, and nothing that
 * the browser itself would fetch. Of what is taken out as a whole the text goes, too: it was never meant to be read.
 */
export const markdownSchema: Options = {
  ...defaultSchema,
  tagNames: (defaultSchema.tagNames ?? []).filter((name) => !leftOut.has(name)),
  attributes: {
    ...defaultSchema.attributes,
    // What formulas are known by, until they are laid out.
    code: [["className", /^language-./, "math-inline", "math-display"]],
  },
  protocols: {
    ...defaultSchema.protocols,
    href: ["http", "https", "mailto"],
    // Pictures come from this server; a data: picture cannot run anything in <img>.
    src: ["http", "https", "data"],
  },
  strip: [
    "script",
    "style",
    "template",
    "noscript",
    "iframe",
    "object",
    "embed",
    "svg",
    "math",
    "title",
    "textarea",
    "select",
  ],
};
