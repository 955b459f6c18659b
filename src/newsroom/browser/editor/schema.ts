import { Mark, Node } from '@tiptap/core';

// The document schema: the five block types of the specification and the four marks of inline Markdown, nothing else.

/** The id, and the text as stored: it is kept as long as an edit does not change its content. */
const BLOCK_ATTRIBUTES = {
  id: { default: null, rendered: false },
  raw: { default: null, rendered: false },
};

const Doc = Node.create({ name: 'doc', topNode: true, content: 'block+' });
export const Text = Node.create({ name: 'text', group: 'inline' });

export const Paragraph = textBlock('paragraph', ['p'], 'p', 1000);
export const Heading = textBlock('heading', ['h1', 'h2'], 'h2');
const Subheading = textBlock('subheading', ['h3', 'h4', 'h5', 'h6'], 'h3');
export const Quote = textBlock('quote', ['blockquote'], 'blockquote');

export const List = Node.create({
  name: 'list',
  group: 'block',
  content: 'item+',
  addAttributes: () => ({
    ...BLOCK_ATTRIBUTES,
    ordered: { default: false, parseHTML: (element) => element.nodeName === 'OL', rendered: false },
    start: { default: 1, parseHTML: (element) => (element instanceof HTMLOListElement ? element.start : 1) },
  }),
  parseHTML: () => [{ tag: 'ul' }, { tag: 'ol' }],
  renderHTML: ({ node }) => (node.attrs.ordered ? ['ol', { start: node.attrs.start }, 0] : ['ul', 0]),
});

export const Item = Node.create({
  name: 'item',
  content: 'text*',
  defining: true,
  // The number of an item that does not follow the previous number.
  addAttributes: () => ({ value: { default: null, parseHTML: (element) => element.getAttribute('value') } }),
  parseHTML: () => [{ tag: 'li' }],
  renderHTML: ({ node }) => ['li', node.attrs.value === null ? {} : { value: node.attrs.value }, 0],
});

const Em = mark('em', ['em', 'i'], 'em');
export const Strong = mark('strong', ['strong', 'b'], 'strong');
export const Code = mark('code', ['code', 'kbd', 'samp', 'tt'], 'code');

export const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [{ tag: 'a[href^="https://"]' }],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href, rel: 'noreferrer' }, 0],
});

export const PARTS = [Doc, Text, Paragraph, Heading, Subheading, Quote, List, Item, Em, Strong, Code, Link];

function textBlock(name: string, tags: readonly string[], shown: string, priority = 100) {
  return Node.create({
    name,
    group: 'block',
    content: 'text*',
    priority,
    defining: name !== 'paragraph',
    addAttributes: () => BLOCK_ATTRIBUTES,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [shown, 0],
  });
}

function mark(name: string, tags: readonly string[], shown: string) {
  return Mark.create({
    name,
    parseHTML: () => tags.map((tag) => ({ tag })),
    renderHTML: () => [shown, 0],
  });
}
