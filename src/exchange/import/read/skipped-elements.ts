import type { HtmlAttributes } from './html-tokens.ts';

// Elements whose content does not become text of the article.

/** The width of a drawn sign, in pixels. */
const LARGEST_SIGN = 64;

/** Elements that readers never saw. */
const UNSEEN = new Set(
  'script style head title noscript template datalist rp map xmp noembed noframes plaintext'.split(' '),
);
/** Elements that readers saw, by what is reported. */
const LOST: Record<string, string> = {
  iframe: 'embed',
  object: 'embed',
  audio: 'embed',
  video: 'embed',
  applet: 'embed',
  frameset: 'embed',
  svg: 'picture',
  canvas: 'picture',
  math: 'formula',
  del: 'struck words',
  s: 'struck words',
  strike: 'struck words',
  form: 'form',
  select: 'form',
  textarea: 'form',
  button: 'form',
  meter: 'form',
  progress: 'form',
  dialog: 'form',
};
/** Classes of other systems, by what is reported; null for what only served the page. */
const CLASSES: [RegExp, string | null][] = [
  [
    /^kg-bookmark-(?:thumbnail|icon)$|^kg-(?:audio|video)-(?:player(?!-container)|thumbnail|hide|overlay)|^kg-(?:file-card|toggle)(?:-card)?-icon$/,
    null,
  ],
  [
    /^image-link-expand$|^pencraft$|^screen-reader-text$|^sharedaddy$|^jp-relatedposts$|^section-divider$|^header-anchor/,
    null,
  ],
  [
    /^wp-block-embed$|^kg-embed-card$|^twitter-tweet$|^instagram-media$|^tiktok-embed$|^fb-post$|^graf--mixtapeEmbed$/,
    'embed',
  ],
  [/^(?:tweet|youtube-wrap|vimeo-wrap|soundcloud-wrap|spotify-wrap|instagram|native-(?:video|audio)-embed)$/, 'embed'],
  [
    /^(?:digest-post-embed|embedded-(?:post|publication)-wrap|file-embed-wrapper|apple-podcast-container|tiktok-wrap)$/,
    'embed',
  ],
  [/^(?:subscription-widget(?:-wrap)?|subscribe-widget|poll-embed|community-chat|install-substack-app-embed)$/, 'form'],
  [/^(?:kg-signup-card|wp-block-search|wpcf7|gform_wrapper|mc4wp-form)$/, 'form'],
];

/** Why the content of an element is skipped: it is lost as `kind`, or null when readers never saw it. Undefined when it is read. */
export function skippedKind(name: string, attributes: HtmlAttributes): string | null | undefined {
  const byClass = (attributes.get('class') ?? '').slice(0, 1000).split(/\s+/);
  // Ghost hides this card until its script has run.
  const isHere = !isHidden(attributes) || byClass.includes('kg-signup-card');
  if (UNSEEN.has(name) || !isHere) return null;
  for (const [pattern, kind] of CLASSES) if (byClass.some((className) => pattern.test(className))) return kind;
  if (name === 'svg' && isDrawnSign(attributes)) return null;
  return LOST[name];
}

/** A sign of the page, such as the arrow of a card, and no picture of the article. */
function isDrawnSign(attributes: HtmlAttributes): boolean {
  const [, , width = 1000] = (attributes.get('viewbox') ?? attributes.get('viewBox') ?? '').split(/[\s,]+/).map(Number);
  return (
    attributes.get('aria-hidden') === 'true' ||
    attributes.get('role') === 'presentation' ||
    /icon/i.test(attributes.get('class') ?? '') ||
    Math.min(width, Number.parseFloat(attributes.get('width') ?? '') || 1000) <= LARGEST_SIGN
  );
}

function isHidden(attributes: HtmlAttributes): boolean {
  return attributes.has('hidden') || /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.get('style') ?? '');
}
