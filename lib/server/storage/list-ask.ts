/** What a listing is asked for beside names. */
export type ListAsk = {
  withEtags?: boolean;
  /** More names than these need not be read. It may still give more. */
  most?: number;
};
