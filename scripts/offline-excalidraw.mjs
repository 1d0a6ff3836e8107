// A loader for the build (next.config.ts): Excalidraw without what cannot work here, and what no setting of it switches off.
const changes = [
  // Behind each local font it names the one on a CDN; the content security policy reports them all, font by font.
  { text: /\.push\(new URL\([\w$]+, ?[\w$]+\.ASSETS_FALLBACK_URL\)\)/, to: ".slice()" },
  // The worker that makes fonts for exported drawings is looked for at the address of a file which the bundler has made a
  // part of another. After an error in the console Excalidraw does the same without it; so it begins with that.
  { text: /typeof Worker ?(?:<"u"|!== ?"undefined")/, to: "false" },
  // Cutting a font down evaluates a string, which the policy forbids; the whole font goes into the file instead, as after
  // the error.
  {
    text: /subsetToBase64(?:: ?([\w$]+))?, ?toBase64(?:: ?([\w$]+))?(?= ?\} ?= ?await)/,
    to: (_, cut = "subsetToBase64", whole = "toBase64") => `toBase64: ${cut}, subsetToBase64: ${whole}`,
  },
];

/** Takes and gives the source; fails the build when a later version of Excalidraw no longer has what is replaced. */
export default function offlineExcalidraw(source) {
  return changes.reduce((changed, { text, to }) => {
    if (!text.test(changed)) throw new Error(`scripts/offline-excalidraw.mjs: nothing matches ${text}`);
    return changed.replace(text, to);
  }, source);
}
