/** A section of a page of fixed text. Text may contain `code` and links to paths of this site: [words](/path). */
export type ProseSection = { id: string; title: string; text: readonly ProsePart[] };

/** A paragraph, a list, a heading within a section, or text to copy as it is. */
export type ProsePart =
  | string
  | readonly string[]
  | { heading: string; id: string }
  | { code: string; language: 'json' | 'python' | 'sh' | 'text' | 'toml' | 'ts' };
