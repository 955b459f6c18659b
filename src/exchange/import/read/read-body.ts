import { cleanText } from '#article/clean-text.ts';
import { type BodyContext, embedAddress } from './body-context.ts';
import { addLost, addText, type Collected } from './body-lines.ts';
import { ELEMENTS, readVoid } from './html-elements.ts';
import { endLine, type Flow, startFlow } from './html-flow.ts';
import { type HtmlAttributes, readHtml, VOID_ELEMENTS } from './html-tokens.ts';
import { skippedKind } from './skipped-elements.ts';

/** How many open elements an end tag is compared with. */
const REACH = 512;
/** End tags do not reach out of these elements. */
const SCOPES = new Set(['table', 'td', 'th', 'caption']);
/** Elements that end an open one of the same kind, and the elements beyond which nothing ends. */
const ENDED_BY: Record<string, RegExp> = {
  li: /^li$/,
  dt: /^d[td]$/,
  dd: /^d[td]$/,
  td: /^t[dh]$/,
  th: /^t[dh]$/,
  tr: /^(?:t[dhr])$/,
  tbody: /^(?:t[dhr]|tbody|thead|tfoot)$/,
  thead: /^(?:t[dhr]|tbody)$/,
  tfoot: /^(?:t[dhr]|tbody|thead)$/,
};
const BOUNDS = /^(?:ul|ol|menu|dir|dl|table)$/;
const MOST_TEXT = 300;
/** Characters that are kept of what is skipped. */
const MOST_QUOTED = 1000;

/**
 * Reads the HTML of a body: its lines, and what could not become lines. Time and memory grow with its length alone.
 * @throws validation_failed when it is too long, or has an element with too many attributes
 */
export function readBody(html: string, context: BodyContext): Collected {
  const flow = startFlow(context);
  readHtml(html, {
    openTag: (name, attributes) => openElement(flow, name, attributes),
    closeTag: (name) => closeElement(flow, name),
    text: (text) => addWords(flow, text),
    comment: (text) => readComment(flow, text),
  });
  closeTo(flow, 0);
  endLine(flow);
  return flow;
}

// biome-ignore lint/complexity/noExcessiveCognitiveComplexity: what opens within a skipped element and what does not, in one place
function openElement(flow: Flow, name: string, attributes: HtmlAttributes): void {
  if (VOID_ELEMENTS.has(name)) {
    if (!flow.skipped) readVoid(flow, name, attributes);
    else if (!flow.skipped.address) flow.skipped.address = embedAddress(attributes);
    return;
  }
  if (flow.skipped) {
    const { skipped } = flow;
    const address = name === 'a' ? attributes.get('href') : skipped.address ? null : embedAddress(attributes);
    if (address && (name !== 'a' || /^https?:/.test(address))) skipped.address = address;
    flow.open.push({ name, end: startWithin(skipped, name) });
    return;
  }
  closeImplied(flow, name);
  const kind = skippedKind(name, attributes);
  if (kind !== undefined)
    flow.skipped = {
      kind,
      address: embedAddress(attributes),
      text: '',
      caption: '',
      isMute: false,
      isCaption: false,
      depth: flow.open.length,
    };
  flow.open.push({ name, end: kind === undefined ? (ELEMENTS[name]?.(flow, attributes, name) ?? null) : endSkipped });
}

/** Elements with a space before their words. */
const BLOCKS = /^(?:p|div|h[1-6]|li|button|form|td|th|tr|section)$/;

/** An element within a skipped one whose words are no words, or are a caption; returns what its end does. */
function startWithin(skipped: NonNullable<Flow['skipped']>, name: string): (() => void) | null {
  if (BLOCKS.test(name)) skipped.text += ' ';
  if (/^(?:style|script|template|noscript)$/.test(name) && !skipped.isMute) {
    skipped.isMute = true;
    return () => {
      skipped.isMute = false;
    };
  }
  if (name !== 'figcaption' || skipped.isCaption) return null;
  skipped.isCaption = true;
  return () => {
    skipped.isCaption = false;
  };
}

function endSkipped(flow: Flow): void {
  const { skipped } = flow;
  flow.skipped = null;
  if (!skipped || skipped.kind === null) return;
  const written = /https?:\/\/[^\s"'<>]+/.exec(skipped.text)?.[0];
  const isText = skipped.kind === 'struck words' || skipped.kind === 'formula';
  const address = isText ? skipped.text : skipped.address || written || skipped.text;
  addLost(flow, skipped.kind, address, { words: address === skipped.text ? '' : skipped.text });
  if (skipped.caption.trim() === '') return;
  endLine(flow);
  flow.runs.push({ text: cleanText(skipped.caption).replace(/\s+/g, ' ') });
  endLine(flow);
}

function closeImplied(flow: Flow, name: string): void {
  const last = flow.open.at(-1);
  if (last?.name === 'p' && (name === 'p' || /^(?:h[1-6]|ul|ol|div|table|blockquote|pre|figure)$/.test(name)))
    closeTo(flow, flow.open.length - 1);
  const ended = ENDED_BY[name];
  if (!ended) return;
  const least = Math.max(0, flow.open.length - 30);
  let place = -1;
  for (let at = flow.open.length - 1; at >= least; at--) {
    const open = flow.open[at]?.name ?? '';
    if (BOUNDS.test(open)) break;
    if (ended.test(open)) place = at;
  }
  if (place >= 0) closeTo(flow, place);
}

function closeElement(flow: Flow, name: string): void {
  const least = Math.max(0, flow.open.length - REACH, flow.skipped?.depth ?? 0);
  for (let at = flow.open.length - 1; at >= least; at--) {
    const open = flow.open[at]?.name ?? '';
    if (open === name) {
      closeTo(flow, at);
      return;
    }
    if (SCOPES.has(open) && !/^(?:t|caption$)/.test(name)) return;
  }
}

/** Ends all open elements beyond the first `count`, the innermost first. */
function closeTo(flow: Flow, count: number): void {
  while (flow.open.length > count) flow.open.pop()?.end?.(flow);
}

function addWords(flow: Flow, text: string): void {
  const { skipped } = flow;
  if (skipped) {
    const part = skipped.isCaption ? 'caption' : 'text';
    if (!skipped.isMute && skipped[part].length < MOST_QUOTED) skipped[part] += text.slice(0, MOST_QUOTED);
    return;
  }
  if (!flow.code) {
    write(flow, text);
    return;
  }
  text.split('\n').forEach((line, at) => {
    if (at > 0) endLine(flow);
    write(flow, line);
  });
}

function write(flow: Flow, text: string): void {
  if (text.trim() !== '') flow.breaks = 0;
  const link = flow.openLinks.at(-1);
  if (link && link.words.length < MOST_TEXT) link.words += text.slice(0, MOST_TEXT);
  addText(flow.runs, text, flow.marks, flow);
}

/** A block of WordPress without content, which its server fills. */
function readComment(flow: Flow, text: string): void {
  const name = /^\s*wp:([a-z][\w/-]*)\s[\s\S]*\/$/.exec(text.slice(0, 2000))?.[1];
  if (
    name === undefined ||
    flow.skipped ||
    /^(?:core\/)?(?:spacer|more|nextpage|separator|social-link|navigation)/.test(name)
  )
    return;
  addLost(flow, 'shortcode', text.trim().replace(/\/$/, ''));
}
