/** Finder's and Explorer's own notes, by a path: they come and go with every visit and would fill the trash. */
export function isNote(path: string): boolean {
  return /(?:^|\/)(?:\._[^/]*|\.DS_Store|Thumbs\.db|desktop\.ini)$/i.test(path);
}
