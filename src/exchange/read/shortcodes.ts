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

/** Names of WordPress and of plugins in common use. Other words in brackets are text, unless they have an attribute. */
const WORDPRESS_NAMES =
  /^(?:audio|video|playlist|embed|gallery|contact-form|vc_|et_pb_|fusion_|elementor|youtube|vimeo|twitter|tweet|instagram|soundcloud|gravityform|ninja_form|wpforms|mc4wp_form|woocommerce|products?|recent_products|button|toc|rev_slider)/;

/** The shortcodes of WordPress as HTML. */
export function readWordPressShortcodes(text: string, attached: (id: string) => Attached | undefined): string {
  return text
    .replace(/\[(?:wp_)?caption\b[^\]\n]{0,500}\]([\s\S]{0,5000}?)\[\/(?:wp_)?caption\]/g, (_, inner: string) => {
      const image = /^\s*(?:<a\b[^>]*>)?\s*<img\b[^>]*>\s*(?:<\/a>)?/.exec(inner)?.[0] ?? '';
      return `<figure>${image}<figcaption>${inner.slice(image.length)}</figcaption></figure>`;
    })
    .replace(/\[gallery\b[^\]\n]{0,2000}?\bids="([\d,\s]{1,2000})"[^\]\n]{0,500}\]/g, (whole, ids: string) => {
      const found = ids.split(',').map((id) => attached(id.trim()));
      return found.some((one) => one)
        ? found.map((one) => (one ? picture(one.address, one.alt, one.caption) : '')).join('')
        : lost(whole);
    })
    .replace(/\[embed\b[^\]\n]{0,500}\]\s*([^\s[<]{1,1000})\s*\[\/embed\]/g, (_, address: string) => embed(address))
    .replace(/\[\/?([a-z][\w-]{1,50})((?:\s[^\]\n[]{0,500})?)\/?\](?!\()/g, (whole, name: string, rest: string) => {
      const isClosing = whole.startsWith('[/');
      const isShortcode = WORDPRESS_NAMES.test(name) || /\s[\w-]+\s*=\s*["'&\w]/.test(rest);
      if (!isShortcode) return whole;
      return isClosing ? '' : lost(whole);
    });
}

/** Tags of HTML that begin a block. */
const BLOCK =
  /^\s*<\/?(?:p|div|ul|ol|li|dl|dt|dd|h[1-6]|table|thead|tbody|tr|td|th|blockquote|pre|figure|figcaption|form|hr|section|article|aside|header|footer|details|iframe|script|style)\b/i;
/** A line that is nothing but the address of a film or a post, which WordPress replaces by it. */
const EMBEDDED =
  /^\s*(https?:\/\/(?:[\w-]+\.)?(?:youtube\.com|youtu\.be|vimeo\.com|twitter\.com|x\.com|instagram\.com|soundcloud\.com|spotify\.com|tiktok\.com|dailymotion\.com|flickr\.com|ted\.com)\/\S{1,1000})\s*$/;

/** Text of the classic editor as HTML: blank lines separate paragraphs, a line break is a line break. */
export function wrapParagraphs(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .split(/(<pre\b[\s\S]*?<\/pre>)/i)
    .map((piece, at) =>
      at % 2 === 1
        ? piece
        : piece
            .split(/\n[ \t]*\n/)
            .map(wrapParagraph)
            .join('\n'),
    )
    .join('\n');
}

function wrapParagraph(part: string): string {
  if (part.trim() === '') return '';
  const address = EMBEDDED.exec(part)?.[1];
  if (address !== undefined) return embed(address);
  return BLOCK.test(part) ? part : `<p>${part.trim().replace(/\n/g, '<br>\n')}</p>`;
}

/** The shortcodes of Hugo, the tags of Jekyll and the components of Astro in Markdown, as HTML within it. */
export function readMarkdownShortcodes(text: string): string {
  return text
    .replace(/^(?:import\s[^\n]{1,500}\sfrom\s+['"][^\n]{1,300}['"];?|export\s+const\s[^\n]{1,500})$/gm, '')
    .replace(/\{\{[<%]\s*\/\*([\s\S]{0,500}?)\*\/\s*[>%]\}\}/g, (_, inner: string) => escapeAttribute(`{{<${inner}>}}`))
    .replace(/\{\{[<%]\s*(\/?[\w./-]{1,60})([\s\S]{0,1000}?)\/?\s*[>%]\}\}/g, (whole, name: string, rest: string) =>
      hugo(whole, name, rest),
    )
    .replace(/\{%\s*(?:end)?raw\s*%\}/g, '')
    .replace(
      /\{%-?\s*highlight\b[^%\n]{0,200}%\}([\s\S]{0,50000}?)\{%-?\s*endhighlight\s*-?%\}/g,
      (_, code: string) => `<pre>${escapeAttribute(code).replaceAll('&#10;', '\n')}</pre>`,
    )
    .replace(/\{%-?\s*(?:post_url|link)\s+([^%\n]{1,300}?)\s*-?%\}/g, '')
    .replace(/\{%-?\s*(?!end)[\s\S]{1,1000}?-?%\}/g, (whole) => lost(whole))
    .replace(/\{%-?\s*end\w{1,40}\s*-?%\}/g, '')
    .replace(/\{\{\s*(?:site|page)\.[^}\n]{0,200}\}\}/g, '')
    .replace(/<\/[A-Z]\w{0,60}>/g, '')
    .replace(/<([A-Z]\w{0,60})((?:\s[^<>\n]{0,1000})?)\/?>/g, (whole) => lost(whole));
}

function hugo(whole: string, name: string, rest: string): string {
  if (name.startsWith('/')) return '';
  const value = (key: string) =>
    new RegExp(`(?<![\\w-])${key}\\s*=\\s*(?:"([^"]*)"|\`([^\`]*)\`|(\\S+))`)
      .exec(rest)
      ?.slice(1)
      .find((one) => one !== undefined) ?? '';
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
