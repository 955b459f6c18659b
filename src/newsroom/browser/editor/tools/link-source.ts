import { type Editor, getMarkRange } from '@tiptap/core';
import { type Source, sourceSchema } from '#article/copy.ts';
import { tell } from '#newsroom/browser/editor/page.ts';
import type { SourceAdded, Sources } from '#newsroom/browser/editor/sources.ts';
import { tellUndoable } from '#newsroom/browser/editor/undo-act.ts';

// The links of the text as sources of the article.

/** Adds the link at the cursor, or each link in the selected words, to the sources; an address is added once. */
export function addLinksAsSources(editor: Editor, sources: Sources): void {
  const links = linksAt(editor);
  if (links.length === 0) {
    tell('Put the cursor into a link first, then add it to the sources.');
    return;
  }
  const results = links.map((link) => sources.add(link));
  const added = results.filter((result): result is SourceAdded => result.state === 'added');
  const [first, ...others] = added;
  if (!first) {
    tell(results[0]?.words ?? '');
    return;
  }
  const words = others.length === 0 ? first.words : `${added.length} links are sources of the article now.`;
  tellUndoable(words, () => {
    for (const { remove } of added.toReversed()) remove();
  });
}

/** The links at the cursor or in the selected words, each address once. */
function linksAt({ state }: Editor): Source[] {
  const { doc, schema, selection } = state;
  const { link } = schema.marks;
  if (!link) return [];
  const places = selection.empty ? [selection.from] : [];
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    if (link.isInSet(node.marks)) places.push(Math.max(at, selection.from));
  });
  const sources = new Map<string, Source>();
  for (const place of places) {
    const range = getMarkRange(doc.resolve(place), link);
    const url = range && link.isInSet(doc.nodeAt(range.from)?.marks ?? [])?.attrs.href;
    if (range && typeof url === 'string' && !sources.has(url))
      sources.set(url, { url, title: titleOf(doc.textBetween(range.from, range.to), url) });
  }
  return [...sources.values()];
}

/** The words of the link, or the host of its address where the words are no title. */
function titleOf(words: string, url: string): string {
  const title = [...words.replace(/\s+/g, ' ').trim()].slice(0, 240).join('').trim();
  const isAddress = URL.canParse(title) || !sourceSchema.shape.title.safeParse(title).success;
  return isAddress ? (URL.parse(url)?.host ?? url) : title;
}
