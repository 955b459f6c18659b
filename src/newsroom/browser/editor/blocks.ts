import type { Mark, Node, Schema } from '@tiptap/pm/model';
import type { BodyBlock } from '#article/copy.ts';
import { listCounters, listItems } from '#html/inline.ts';
import { readSpans, sameSpans, type TextRun, writeSpans } from '#html/spans.ts';

// Converts body blocks to the editor's document and back. A block that was not edited keeps its stored text byte for byte.

/** The editor’s document for the blocks of an article. */
export function toDoc(schema: Schema, blocks: readonly BodyBlock[]): Node {
  const nodes = blocks.map((block) => toNode(schema, block));
  return schema.nodes.doc?.create(null, nodes.length > 0 ? nodes : [emptyParagraph(schema)]) as Node;
}

/** One block as a node. */
export function toNode(schema: Schema, { id, type, text }: BodyBlock): Node {
  const kind = schema.nodes[type];
  if (!kind) throw new Error(`the editor knows no block of type ${type}`);
  if (type !== 'list') return kind.create({ id, raw: text }, toText(schema, readSpans(text)));
  const { ordered, start, values, lines } = readList(text);
  const items = lines.map(
    (spans, at) => schema.nodes.item?.create({ value: values[at] ?? null }, toText(schema, spans)) as Node,
  );
  return kind.create({ id, raw: text, ordered, start }, items);
}

/** The blocks of a document, without blocks that were emptied in the editor unless all were. */
export function toBlocks(doc: Node): BodyBlock[] {
  const blocks: { block: BodyBlock; isGone: boolean }[] = [];
  doc.forEach((node) => {
    blocks.push(toBlock(node));
  });
  const kept = blocks.filter(({ isGone }) => !isGone);
  return (kept.length > 0 ? kept : blocks.slice(0, 1)).map(({ block }) => block);
}

/** Nodes are immutable, so their blocks can be cached. */
const known = new WeakMap<Node, { block: BodyBlock; isGone: boolean }>();

function toBlock(node: Node): { block: BodyBlock; isGone: boolean } {
  const before = known.get(node);
  if (before) return before;
  const { id, raw } = node.attrs as { id: string | null; raw: string | null };
  const isUntouched = raw !== null && hasSameText(node, raw);
  const text = isUntouched ? raw : node.type.name === 'list' ? writeList(node) : writeSpans(toSpans(node));
  const block = {
    block: { id: id ?? '', type: node.type.name as BodyBlock['type'], text },
    isGone: !isUntouched && text.trim() === '',
  };
  known.set(node, block);
  return block;
}

function hasSameText(node: Node, raw: string): boolean {
  if (node.type.name !== 'list') return sameSpans(readSpans(raw), toSpans(node));
  const { ordered, start, lines } = readList(raw);
  const items = itemsOf(node);
  return (
    ordered === node.attrs.ordered &&
    start === node.attrs.start &&
    lines.length === items.length &&
    lines.every((line, at) => sameSpans(line, toSpans(items[at] as Node)))
  );
}

type ReadList = { ordered: boolean; start: number; values: (number | null)[]; lines: TextRun[][] };

/** The items of a list as runs; an empty list has one empty item to type in. */
function readList(text: string): ReadList {
  const { ordered, items, numbers } = listItems(text);
  if (items.length === 0) return { ordered: false, start: 1, values: [], lines: [[]] };
  const lines = items.map(readSpans);
  if (!ordered) return { ordered, start: 1, values: [], lines };
  const { start, values } = listCounters(numbers);
  return { ordered, start: start ?? 1, values, lines };
}

function writeList(list: Node): string {
  let number = Number(list.attrs.start) - 1;
  const lines = itemsOf(list).map((item) => {
    number = item.attrs.value === null ? number + 1 : Number(item.attrs.value);
    return { number, text: writeSpans(toSpans(item)) };
  });
  const shown = lines.filter(({ text }) => text !== '');
  return shown.map(({ number: at, text }) => `${list.attrs.ordered ? `${at}.` : '-'} ${text}`).join('\n');
}

function itemsOf(list: Node): Node[] {
  return Array.from({ length: list.childCount }, (_, at) => list.child(at));
}

/** The runs of a node of text. */
function toSpans(node: Node): TextRun[] {
  const spans: TextRun[] = [];
  node.forEach((child) => {
    const marks = new Map(child.marks.map((mark) => [mark.type.name, mark]));
    const link = marks.get('link')?.attrs.href as string | undefined;
    spans.push({
      text: child.text ?? '',
      ...(marks.has('em') && { em: true }),
      ...(marks.has('strong') && { strong: true }),
      ...(marks.has('code') && { code: true }),
      ...(link !== undefined && { link }),
    });
  });
  return spans;
}

/** Runs as nodes of text. */
export function toText(schema: Schema, spans: readonly TextRun[]): Node[] {
  return spans
    .filter(({ text }) => text !== '')
    .map(({ text, em, strong, code, link }) => {
      const marks: (Mark | undefined)[] = [
        em ? schema.marks.em?.create() : undefined,
        strong ? schema.marks.strong?.create() : undefined,
        code ? schema.marks.code?.create() : undefined,
        link !== undefined ? schema.marks.link?.create({ href: link }) : undefined,
      ];
      return schema.text(
        text,
        marks.filter((mark) => mark !== undefined),
      );
    });
}

function emptyParagraph(schema: Schema): Node {
  return schema.nodes.paragraph?.create() as Node;
}
