import { escapeAttribute } from './read-text.ts';

// Shortcodes: words in brackets or braces that the other system replaces by something. What is known becomes HTML, the rest a mark
// that bodyToCopy reports as lost.

const LONGEST = 500;

function lost(shortcode: string): string {
  const written = escapeAttribute(shortcode.slice(0, LONGEST)).replace(
    /[{}[\]%]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
  return `<embed data-shortcode="${written}">`;
}

function embed(address: string): string {
  return `<iframe src="${escapeAttribute(address)}"></iframe>`;
}

function picture(address: string, alt: string, caption: string): string {
  const shown = caption === '' ? '' : `<figcaption>${escapeAttribute(caption)}</figcaption>`;
  return `<figure><img src="${escapeAttribute(address)}" alt="${escapeAttribute(alt)}">${shown}</figure>`;
}

type Attached = { address: string; alt: string; caption: string };

/** Names of WordPress and of plugins in common use. Other words in brackets are text, unless they have an attribute or a closing half. */
const WORDPRESS_NAMES =
  /^(?:audio|video|playlist|embed|gallery|contact-form|vc_|et_pb_|fusion_|elementor|youtube|vimeo|twitter|tweet|instagram|soundcloud|gravityform|ninja_form|wpforms|mc4wp_form|woocommerce|products?|recent_products|button|toc|rev_slider)/;
/**
 * A shortcode: the bracket before it that makes it text, its sign of a closing half, its name, its attributes, which can hold brackets
 * in quotes, its sign that it has no closing half, and the bracket after it.
 */
const SHORTCODE =
  /(\[?)\[(\/?)([a-z][\w-]{1,50})((?:\s[^\]["']{0,300}(?:(?:"[^"]{0,300}"|'[^']{0,300}')[^\]["']{0,300}){0,20}|\s[^\][]{0,500}|\/)?)\]((?:\](?!\())?)(?!\()/gi;

/** The shortcodes of WordPress as HTML. */
export function readWordPressShortcodes(text: string, attached: (id: string) => Attached | undefined): string {
  const captioned = replaceBetween(text, CAPTION, 5000, ({ inner }) => {
    const shown = inner.trimStart();
    const image = /^(?:<a\b[^>]*>\s*)?<img\b[^>]*>\s*(?:<\/a>)?/.exec(shown)?.[0] ?? '';
    return `<figure>${image}<figcaption>${shown.slice(image.length)}</figcaption></figure>`;
  });
  const known = captioned
    .replace(/(?<!\[)\[gallery\b[^\][\n]{0,4000}\]/g, (whole) => {
      const ids = /\bids="([\d,\s]{1,2000})"/.exec(whole)?.[1];
      if (ids === undefined) return whole;
      const attachments = ids.split(',').map((id) => attached(id.trim()));
      return attachments.some((attachment) => attachment)
        ? attachments
            .map((attachment) => (attachment ? picture(attachment.address, attachment.alt, attachment.caption) : ''))
            .join('')
        : lost(whole);
    })
    .replace(/(?<!\[)\[embed\b[^\][\n]{0,500}\]\s*([^\s[<]{1,1000})\s*\[\/embed\]/g, (_, address: string) =>
      embed(address),
    );
  const names = namesOfShortcodes(known);
  return known.replace(SHORTCODE, (whole, ...parts: string[]) => {
    const [before = '', closing = '', name = '', rest = '', after = ''] = parts;
    if (before !== '' && after !== '') return whole.slice(1, -1);
    if (!rest.endsWith('/') && !names.has(name.toLowerCase())) return whole;
    return before + (closing === '' ? lost(whole.slice(before.length, whole.length - after.length)) : '') + after;
  });
}

/** The names in brackets that are no text: of programs in common use, with an attribute, or with both halves. */
function namesOfShortcodes(text: string): Set<string> {
  const halves = { open: new Set<string>(), closing: new Set<string>(), known: new Set<string>() };
  for (const [, , closing, given = '', rest = ''] of text.matchAll(SHORTCODE)) {
    const name = given.toLowerCase();
    halves[closing === '' ? 'open' : 'closing'].add(name);
    if (WORDPRESS_NAMES.test(name) || /\s[\w-]+\s*=\s*["'“”&\w]/.test(rest)) halves.known.add(name);
  }
  return halves.known.union(halves.open.intersection(halves.closing));
}

const CAPTION: Pair = {
  open: /\[(?:wp_)?caption\b[^\][\n]{0,500}\]/g,
  close: /\[\/(?:wp_)?caption\]/g,
};

/** Tags of HTML that begin a block. */
const BLOCK =
  /^\s*<\/?(?:p|div|ul|ol|li|dl|dt|dd|h[1-6]|table|thead|tbody|tr|td|th|blockquote|pre|figure|figcaption|form|hr|section|article|aside|header|footer|details|iframe|script|style)\b/i;
/** A line that is nothing but the address of a film or a post, which WordPress replaces by it. */
const EMBEDDED =
  /^\s*(https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com|instagram\.com|soundcloud\.com|spotify\.com|tiktok\.com|dailymotion\.com|flickr\.com|ted\.com)\/\S{1,1000})\s*$/;

/** Text of the classic editor as HTML: blank lines separate paragraphs, a line break is a line break. */
export function wrapParagraphs(text: string): string {
  const pieces: string[] = [];
  const plain = (part: string) => {
    for (const paragraph of part.split(/\n[ \t]*\n/)) pieces.push(wrapParagraph(paragraph));
  };
  let from = 0;
  const given = text.replace(/\r\n?/g, '\n');
  replaceBetween(given, PREFORMATTED, Number.POSITIVE_INFINITY, ({ whole, at }) => {
    plain(given.slice(from, at));
    pieces.push(whole);
    from = at + whole.length;
    return '';
  });
  plain(given.slice(from));
  return pieces.join('\n');
}

const PREFORMATTED: Pair = { open: /<pre\b/gi, close: /<\/pre>/gi };

function wrapParagraph(part: string): string {
  if (part.trim() === '') return '';
  const address = EMBEDDED.exec(part)?.[1];
  if (address !== undefined) return embed(address);
  return BLOCK.test(part) ? part : `<p>${part.trim().replace(/\n/g, '<br>\n')}</p>`;
}

/** The shortcodes of Hugo, the tags of Jekyll and the components of Astro in Markdown, as HTML within it. */
export function readMarkdownShortcodes(text: string): string {
  const hugoRead = replaceBetween(
    replaceBetween(withoutModules(text), HUGO_COMMENT, 500, ({ inner }) => escapeAttribute(`{{<${inner}>}}`)),
    HUGO,
    1000,
    ({ whole, opening, inner }) => {
      const name = /[\w./-]+$/.exec(opening)?.[0] ?? '';
      return hugo(whole, name, inner.replace(/\/?[ \t]{0,20}$/, ''));
    },
  ).replace(/\{%\s{0,20}(?:end)?raw\s{0,20}%\}/g, '');
  return replaceBetween(
    replaceBetween(
      hugoRead,
      JEKYLL_CODE,
      50_000,
      ({ inner }) => `<pre>${escapeAttribute(inner).replaceAll('&#10;', '\n')}</pre>`,
    ),
    JEKYLL,
    1000,
    ({ whole, inner }) => {
      const words = inner.replace(/^-/, '').trimStart();
      return /^(?:post_url|link)\s|^end\w/.test(words) ? '' : lost(whole);
    },
  )
    .replace(/\{\{\s{0,20}(?:site|page)\.[^{}\n]{0,200}\}\}/g, '')
    .replace(/<\/[A-Z]\w{0,60}>/g, '')
    .replace(/<([A-Z]\w{0,60})((?:\s[^<>\n]{0,1000})?)\/?>/g, (whole) => lost(whole));
}

const HUGO_COMMENT: Pair = { open: /\{\{[<%]\s{0,20}\/\*/g, close: /\*\/\s{0,20}[>%]\}\}/g };
const HUGO: Pair = { open: /\{\{[<%]\s{0,20}\/?[\w./-]{1,60}/g, close: /[>%]\}\}/g };
const JEKYLL_CODE: Pair = {
  open: /\{%-?\s{0,20}highlight\b[^{%\n]{0,200}%\}/g,
  close: /\{%-?\s{0,20}endhighlight\s{0,20}-?%\}/g,
};
const JEKYLL: Pair = { open: /\{%/g, close: /%\}/g };

/** The lines with which a component names its parts. */
function withoutModules(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.length <= 1000 && isModuleLine(line) ? '' : line))
    .join('\n');
}

function isModuleLine(line: string): boolean {
  if (/^export\s{1,20}const\s./.test(line)) return true;
  return /^import\s/.test(line) && /\sfrom\s{1,20}['"]/.test(line) && /['"];?$/.test(line);
}

/** How something begins and ends; both are patterns with the flag `g` that match a bounded number of characters. */
type Pair = { open: RegExp; close: RegExp };
type Between = { whole: string; opening: string; inner: string; at: number };

/**
 * Replaces everything between the patterns that has at most `most` characters. Its time grows with the length of the text alone: the
 * next end is looked for once, not again from each beginning.
 */
function replaceBetween(
  text: string,
  { open, close }: Pair,
  most: number,
  print: (between: Between) => string,
): string {
  const parts: string[] = [];
  let from = 0;
  let end: RegExpExecArray | null = null;
  open.lastIndex = 0;
  for (let start = open.exec(text); start; start = open.exec(text)) {
    const inside = start.index + start[0].length;
    if (end === null || end.index < inside) {
      close.lastIndex = inside;
      end = close.exec(text);
      if (end === null) break;
    }
    if (end.index - inside > most) continue;
    const after = end.index + end[0].length;
    const whole = text.slice(start.index, after);
    parts.push(
      text.slice(from, start.index),
      print({ whole, opening: start[0], inner: text.slice(inside, end.index), at: start.index }),
    );
    from = after;
    open.lastIndex = after;
  }
  return parts.join('') + text.slice(from);
}

function hugo(whole: string, name: string, rest: string): string {
  if (name.startsWith('/')) return '';
  const value = (key: string) =>
    new RegExp(`(?<![\\w-])${key}\\s*=\\s*(?:"([^"]*)"|\`([^\`]*)\`|(\\S+))`)
      .exec(rest)
      ?.slice(1)
      .find((group) => group !== undefined) ?? '';
  if (name === 'figure' && value('src') !== '')
    return picture(
      value('src'),
      value('alt'),
      [value('title'), value('caption'), value('attr')].filter((words) => words !== '').join('. '),
    );
  if (name === 'ref' || name === 'relref') return '';
  if (name === 'highlight') return '\n';
  const [first = ''] = rest.trim().replaceAll('"', '').split(/\s+/);
  if (name === 'youtube') return embed(`https://www.youtube.com/watch?v=${value('id') || first}`);
  if (name === 'vimeo') return embed(`https://vimeo.com/${value('id') || first}`);
  return lost(whole);
}
