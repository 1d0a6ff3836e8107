import type { languages } from "monaco-editor";

/**
 * The many formats of `/etc` that no language of Monaco's fits: comments after `#`, also indented ones, sections or blocks,
 * a name at the beginning of a line with its values, variables. Nothing reaches beyond its line, so that a lone quotation
 * mark does no harm.
 */
export const confLanguage: languages.IMonarchLanguage = {
  defaultToken: "",
  tokenPostfix: ".conf",
  tokenizer: {
    root: [
      [/^\s*;.*$/, "comment"],
      [/#.*$/, "comment"],
      [/^\s*\[[^\]]*\]/, "metatag"],
      // <VirtualHost *:80> of Apache and fontconfig's like
      [/^(\s*)(<\/?\w[^>]*>)/, ["", "tag"]],
      [/^(\s*)([\w.@-]+)(?=\s*=)/, ["", "key"]],
      [/^(\s*)([A-Za-z_][\w-]*)(?=\s)/, ["", "keyword"]],
      [/[$%]\{[^}]*\}|\$\w+/, "variable"],
      [/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/, "string"],
      // Whole words only: a number in a path or in a host's name is none, nor does a `#` in an address begin a comment.
      [/\d+(?:\.\d+)?[a-zA-Z]?(?![\w./:@#-])/, "number"],
      [/[\w./:@][\w./:@#-]*/, ""],
    ],
  },
};

export const confConfiguration: languages.LanguageConfiguration = {
  comments: { lineComment: "#" },
  brackets: [
    ["{", "}"],
    ["[", "]"],
    ["(", ")"],
  ],
};
