import { defaultSchema, type Options } from "rehype-sanitize";

/** GitHub's rules, tightened: no names and ids beyond the prefixed ones, no forms but the task lists' boxes. */
export const markdownSchema: Options = {
  ...defaultSchema,
  protocols: {
    ...defaultSchema.protocols,
    href: ["http", "https", "mailto", "tel", "irc", "ircs", "xmpp"],
    // Pictures come from this server; a data: picture cannot run anything in <img>.
    src: ["http", "https", "data"],
  },
};
