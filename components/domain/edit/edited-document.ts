/** What an editor shows: a text, or what a text describes. Saving, drafts and conflicts need no more of it. */
export type EditedDocument = {
  /** As a save writes it, with \n as line ends. */
  text: () => string;
  /** About how long the text is, known without making it. */
  length: () => number;
  /** The same again when the content is the same again. */
  version: () => number | string;
  /** Whether this text can be shown; a damaged drawing cannot. */
  canShow: (text: string) => boolean;
  /** Puts another text on the screen as one step that can be undone. */
  show: (text: string) => void;
  isDisposed: () => boolean;
  /** Each answers a function that ends the listening. */
  onChange: (listener: () => void) => () => void;
  onDispose: (listener: () => void) => () => void;
};
