import { LONGEST_CAPTION } from '#article/exhibits.ts';
import { shownAddress } from '#exchange/import/known-links.ts';
import { linkTarget, oldPicturePath, pictureAddress, resolveAddress, UNKNOWN_SITE } from './body-context.ts';
import { addLost, addText, countChange, wordsOf } from './body-lines.ts';
import { endLine, endRow, endTable, type Flow } from './html-flow.ts';
import type { HtmlAttributes } from './html-tokens.ts';

// What each element of HTML does to the line that is read, and what its end does.

type End = (flow: Flow) => void;
/** Starts an element; returns what its end does. */
type Start = (flow: Flow, attributes: HtmlAttributes, name: string) => End | null;

const MOST_LINKS = 5000;
/** Pictures of one article that come into the library. */
const MOST_PICTURES = 200;
const block: Start = (flow) => {
  endLine(flow);
  const link = flow.openLinks.at(-1);
  if (link) link.words += ' ';
  return endLine;
};
const mark = (name: 'em' | 'strong' | 'code'): Start => {
  const end: End = ({ marks }) => {
    marks[name]--;
  };
  return ({ marks }) => {
    marks[name]++;
    return end;
  };
};
const endScript: End = ({ marks }) => {
  marks.scripts.pop();
};
const script: Start = (flow, attributes, name) => {
  const isNote = /(?:^|\s)fn(?:\s|$)/.test(attributes.get('class') ?? '') || attributes.has('data-fn');
  if (isNote) return openNoteMark(flow);
  flow.marks.scripts.push(name === 'sup' ? 'sup' : 'sub');
  return endScript;
};
/** A raised mark of a note. After a digit it is put in brackets: `40²` would be a power. */
function openNoteMark(flow: Flow): End {
  if (!/\p{N}\s*$/u.test(flow.runs.at(-1)?.text ?? '') || flow.marks.scripts.length > 0) {
    flow.marks.scripts.push('sup');
    return endScript;
  }
  addText(flow.runs, ' [', flow.marks, flow);
  return endBracket;
}
const endBracket: End = (flow) => {
  addText(flow.runs, ']', flow.marks, flow);
};
const endHeading: End = (flow) => {
  endLine(flow);
  flow.heading = null;
};
const heading: Start = (flow, _, name) => {
  endLine(flow);
  if (name !== 'h2' && name !== 'h3') countChange(flow, 'heading');
  flow.heading = name < 'h3' ? 'heading' : 'subheading';
  return endHeading;
};
const endQuote: End = (flow) => {
  endLine(flow);
  flow.quotes--;
};
const quote: Start = (flow) => {
  endLine(flow);
  flow.quotes++;
  return endQuote;
};
const endList: End = (flow) => {
  endLine(flow);
  const list = flow.lists.pop();
  // A list that counts down ends at 1, if it does not say where it begins.
  if (list && Number.isNaN(list.next)) for (const [at, item] of list.items.toReversed().entries()) item.number = at + 1;
  flow.item = null;
};
const list: Start = (flow, attributes, name) => {
  endLine(flow);
  const [outer] = flow.lists;
  if (outer && !outer.isNoted) countChange(flow, 'nested list');
  if (outer) outer.isNoted = true;
  const step = attributes.has('reversed') ? -1 : 1;
  const next = readNumber(attributes.get('start')) ?? (step === 1 ? 1 : Number.NaN);
  if (name === 'ol' && /^[ai]$/i.test(attributes.get('type') ?? ''))
    countChange(flow, 'letters of a list, now numbers');
  flow.lists.push({ number: ++flow.made, isOrdered: name === 'ol', isNoted: false, next, step, items: [] });
  flow.item = null;
  return endList;
};
function readNumber(typed: string | undefined): number | null {
  return /^\s*-?\d{1,9}\s*$/.test(typed ?? '') ? Number(typed) : null;
}
const item: Start = (flow, attributes) => {
  endLine(flow);
  flow.item = null;
  const inner = flow.lists.at(-1);
  if (inner) inner.next = readNumber(attributes.get('value')) ?? inner.next;
  return endLine;
};
const table: Start = (flow) => {
  endLine(flow);
  if (flow.table) {
    flow.table.tables++;
    flow.table.grid = null;
    return endTable;
  }
  const before = {
    lines: flow.lines.length,
    links: flow.links.length,
    pictures: flow.pictures.length,
    lost: flow.lost.length,
  };
  flow.table = { tables: 1, list: ++flow.made, row: [], isInCell: false, rows: 0, grid: [], caption: '', before };
  return endTable;
};
const row: Start = (flow) => {
  if (flow.table?.tables === 1) {
    endRow(flow);
    return endRow;
  }
  return block(flow, new Map(), 'tr');
};
const endCell: End = (flow) => {
  endLine(flow);
  flow.item = null;
};
const cell: Start = (flow) => {
  endLine(flow);
  flow.item = null;
  if (flow.table?.tables !== 1) return endLine;
  flow.table.row.push([]);
  flow.table.isInCell = true;
  return endCell;
};
const endFigure: End = (flow) => {
  endLine(flow);
  flow.figures.pop();
};
const figure: Start = (flow) => {
  endLine(flow);
  flow.figures.push({ pictures: flow.pictures.length, tables: flow.tables.length });
  return endFigure;
};
/** The caption of a picture or of a table belongs to it; every other caption is a paragraph. */
const endCaption: End = (flow) => {
  flow.captions--;
  const from = flow.figures.at(-1)?.pictures ?? flow.pictures.length;
  const captioned = flow.pictures.slice(from).filter(({ caption }) => caption === '');
  if (captioned.length === 0) {
    const table = flow.tables[flow.figures.at(-1)?.tables ?? flow.tables.length];
    if (table?.caption === '' && wordsOf(flow.runs).length <= LONGEST_CAPTION) {
      table.caption = wordsOf(flow.runs);
      flow.runs = [];
    }
    endLine(flow);
    return;
  }
  for (const picture of captioned) picture.caption = wordsOf(flow.runs);
  flow.runs = [];
};
const caption: Start = (flow) => {
  endLine(flow);
  if (flow.captions > 0) return null;
  flow.captions++;
  return endCaption;
};
const endCode: End = (flow) => {
  endLine(flow);
  const { code } = flow;
  flow.code = null;
  flow.marks.code -= code?.isVerse ? 0 : 1;
  const last = flow.lines.at(-1);
  if (code?.lines === 1 && last?.list === code.list && last.type === 'item') last.type = 'paragraph';
  flow.item = null;
};
const pre: Start = (flow, attributes) => {
  endLine(flow);
  if (flow.code) return endLine;
  const isVerse = /\bwp-block-verse\b/.test(attributes.get('class') ?? '');
  flow.code = { list: ++flow.made, isVerse, lines: 0 };
  if (!isVerse) flow.marks.code++;
  if (!isVerse) countChange(flow, 'code');
  return endCode;
};
const endQuotation: End = ({ runs }) => {
  runs.push({ text: '”' });
};
/** The mark of a footnote must not look like a digit of the number before it. */
const isNoteMark = (attributes: HtmlAttributes) =>
  /(?:^|\s)(?:footnote-(?:anchor|number|ref)|fn-?ref)(?:\s|$)/.test(attributes.get('class') ?? '') ||
  /^doc-noteref$/.test(attributes.get('role') ?? '');
const endLink: End = (flow) => {
  flow.marks.links.pop();
  const openLink = flow.openLinks.pop();
  if (openLink?.target === null && FILE.test(URL.parse(openLink.address)?.pathname ?? ''))
    addLost(flow, 'file', shownAddress(openLink.address), { words: openLink.words });
};
/** A file that a link leads to. Where the link is lost, people need its address to move the file. */
const FILE = /\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|csv|zip|epub|mp3|m4a|wav|ogg|mp4|mov|webm)$/i;
const link: Start = (flow, attributes) => {
  const href = attributes.get('href') ?? '';
  const address = resolveAddress(href, { url: flow.context.url ?? UNKNOWN_SITE });
  const target = address === null ? null : linkTarget(address, flow.context);
  const isKept = target !== null && target === address && URL.parse(href.trim())?.href === target;
  if (!isKept && attributes.has('href') && !href.trim().startsWith('#')) countChange(flow, 'link');
  const openLink = address !== null && flow.links.length < MOST_LINKS ? { address, target, words: '' } : null;
  if (openLink) flow.links.push(openLink);
  flow.marks.links.push(target);
  flow.openLinks.push(openLink);
  if (!isNoteMark(attributes)) return endLink;
  const endMark = openNoteMark(flow);
  return (inner) => {
    endLink(inner);
    endMark(inner);
  };
};

/** The words of a bookmark beside its title: the title alone is the link. */
const besideTitle: Start = (flow, attributes) => {
  if (!/(?:^|\s)kg-bookmark-(?:description|metadata)(?:\s|$)/.test(attributes.get('class') ?? ''))
    return block(flow, attributes, 'div');
  endLine(flow);
  flow.marks.links.push(null);
  flow.openLinks.push(null);
  return endBesideTitle;
};
const endBesideTitle: End = (flow) => {
  endLine(flow);
  flow.marks.links.pop();
  flow.openLinks.pop();
};
/** Ghost writes author and publisher of a bookmark next to each other, and only its style separates them. */
const span: Start = (flow, attributes) => {
  if (/(?:^|\s)kg-bookmark-publisher(?:\s|$)/.test(attributes.get('class') ?? '') && flow.runs.length > 0)
    flow.runs.push({ text: ' · ' });
  return null;
};

export const ELEMENTS: Readonly<Record<string, Start>> = Object.assign(Object.create(null), {
  ...Object.fromEntries(
    'p div section article header footer main aside address nav center details summary dl dt dd fieldset legend hgroup search'
      .split(' ')
      .map((name) => [name, block]),
  ),
  ...Object.fromEntries(['h1', 'h2', 'h3', 'h4', 'h5', 'h6'].map((name) => [name, heading])),
  b: mark('strong'),
  strong: mark('strong'),
  i: mark('em'),
  em: mark('em'),
  cite: mark('em'),
  code: mark('code'),
  kbd: mark('code'),
  samp: mark('code'),
  tt: mark('code'),
  sup: script,
  sub: script,
  a: link,
  div: besideTitle,
  span,
  blockquote: quote,
  ul: list,
  ol: list,
  menu: list,
  dir: list,
  li: item,
  figure,
  figcaption: caption,
  pre,
  table,
  tr: row,
  td: cell,
  th: cell,
  caption: block,
  q: ((flow) => {
    flow.runs.push({ text: '“' });
    return endQuotation;
  }) satisfies Start,
});

/** Reads an element without content: a line break, a picture, a box to tick. */
// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one line for each element
export function readVoid(flow: Flow, name: string, attributes: HtmlAttributes): void {
  if (name === 'br') lineBreak(flow);
  else if (name === 'hr') endLine(flow);
  else if (name === 'img' || name === 'image') readPicture(flow, attributes);
  else if (name === 'embed') {
    const shortcode = attributes.get('data-shortcode');
    addLost(flow, shortcode === undefined ? 'embed' : 'shortcode', shortcode ?? attributes.get('src') ?? '');
  } else if (name === 'input' && /^checkbox$/i.test(attributes.get('type') ?? ''))
    flow.runs.push({ text: attributes.has('checked') ? '☑ ' : '☐ ' });
  else if (name === 'input' && !/^hidden$/i.test(attributes.get('type') ?? '')) addLost(flow, 'form', '');
}

/** Two line breaks in a row separate paragraphs; a single one is a space. In code each ends a line. */
function lineBreak(flow: Flow): void {
  if (flow.code || flow.breaks > 0) endLine(flow);
  else {
    flow.runs.push({ text: ' ' });
    flow.breaks++;
  }
}

function readPicture(flow: Flow, attributes: HtmlAttributes): void {
  const alt = attributes.get('alt')?.replace(/\s+/g, ' ').trim() ?? '';
  if (/(?:^|\s)(?:emoji|wp-smiley)(?:\s|$)/.test(attributes.get('class') ?? '')) {
    flow.runs.push({ text: alt });
    return;
  }
  if (/(?:^|\s)kg-(?:bookmark-icon|(?:audio|video)-thumbnail)(?:\s|$)/.test(attributes.get('class') ?? '')) return;
  const sizes = [attributes.get('width'), attributes.get('height')];
  if (sizes.every((size) => size === '0' || size === '1')) return; // counts readers
  const given = pictureAddress(attributes);
  const address = resolveAddress(given, flow.context);
  const file = flow.context.findFile?.(given) ?? null;
  if ((address === null && file === null) || flow.pictures.length >= MOST_PICTURES) {
    addLost(flow, 'picture', address ?? given.slice(0, 200));
    return;
  }
  const oldPath = oldPicturePath(given, flow.context.url);
  const picture = {
    address: address ?? given,
    alt,
    caption: '',
    credit: '',
    ...(file !== null && { file }),
    ...(oldPath !== null && { oldPath }),
  };
  flow.pictures.push(picture);
  addLost(flow, 'picture', picture.address, { picture });
}
