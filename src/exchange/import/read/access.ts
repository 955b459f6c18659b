import type { ImportArticle } from '#exchange/import/import-item.ts';

// Who could read an article on the old site. It is public here only where the file says that everybody could; what a reader of a
// format does not know is unclear, and the article stays a draft.

/** `limit`: what the file says, for the report. */
export type Access = Pick<ImportArticle, 'status' | 'limit'>;

const PUBLIC: Access = { status: 'published' };

/** The words of all systems for who may read. */
const AUDIENCES = new Map<string, ImportArticle['status']>(
  Object.entries({
    published:
      'public publish published everyone everybody anyone all any open visible default inherit live final off no none false 0',
    members: 'members member subscribers subscriber only_free registered logged_in members-only members_only',
    paid: 'paid tiers only_paid founding paid_subscribers paid_subscribers_all_tiers premium',
    private: 'private unlisted hidden password',
    draft: 'draft drafts pending inactive',
    scheduled: 'scheduled future',
    email: 'sent adhoc_email',
  } satisfies Partial<Record<ImportArticle['status'], string>>).flatMap(([status, words]) =>
    words.split(' ').map((word) => [word, status as ImportArticle['status']] as const),
  ),
);

/** A field that names who may read. Without a value it limits nobody. */
export function audienceOf(field: string, value: unknown): Access {
  const words = wordsOf(value);
  const status = isNo(value) ? 'published' : AUDIENCES.get(words.toLowerCase());
  return status === 'published' ? PUBLIC : limited(status ?? 'unclear', `${field}: ${words.slice(0, 100)}`);
}

/** A field that limits readers by any value but a no. The value can be a secret. */
export function limitBy(field: string, value: unknown, status: ImportArticle['status']): Access {
  return isNo(value) ? PUBLIC : limited(status, field);
}

/** A field that limits readers by a no. */
export function unlessNo(field: string, value: unknown, status: ImportArticle['status']): Access {
  return wordsOf(value) !== '' && isNo(value) ? limited(status, `${field}: ${wordsOf(value)}`) : PUBLIC;
}

/** That it was a draft or scheduled says enough. */
function limited(status: ImportArticle['status'], limit: string): Access {
  return status === 'draft' || status === 'scheduled' ? { status } : { status, limit };
}

/** The first limit of these fields and of the text. */
export function accessOf(text: string, fields: Iterable<Access>): Access {
  for (const access of fields) if (access.status !== 'published') return access;
  const wall = WALLS.map((pattern) => pattern.exec(text)?.[0]).find((mark) => mark !== undefined) ?? pairIn(text);
  return wall === undefined ? PUBLIC : { status: 'members', limit: wall.slice(0, 100) };
}

/** A serialized setting of Ultimate Member that is off is a no too. */
const NO =
  /^(?:|0|n|no|off|false|none|null|never|a:0:\{\}|\[\]|\{\}|a:\d+:\{s:26:"_um_custom_access_settings";(?:b:0|i:0|s:0:""|s:1:"0");[\s\S]*)$/i;

function isNo(value: unknown): boolean {
  return NO.test(wordsOf(value));
}

function wordsOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return (typeof value === 'object' ? JSON.stringify(value) : String(value)).trim();
}

/** Names of blocks and shortcodes that keep a part of a text for some readers. */
const GATE =
  '(?:restrict|paywall|premium-content|memberful|memberpress|membership|members?[-_]?only|for[-_]members|logged[-_]?in|protected|private-content|content[-_]?gate)';
/** Marks in a text behind which only some could read: of Ghost, of blocks of WordPress, of site builders, and of Substack. */
const WALLS: readonly RegExp[] = [
  /<!--\s{0,9}members-only\s{0,9}-->/,
  /<!--\s{0,9}kg-gated-block:begin[^>]{0,200}\bnonMember:false\b/,
  new RegExp(`<!--\\s{0,9}wp:[\\w/-]{0,60}${GATE}[\\w/-]{0,60}`, 'i'),
  new RegExp(`\\{[{%][<%]?-?\\s{0,20}[\\w/-]{0,60}${GATE}[\\w/-]{0,60}`, 'i'),
  /\bclass\s{0,9}=\s{0,9}["'][^"']{0,200}\bpaywall/i,
];
const PAIRED = new RegExp(
  `\\[/([\\w-]{0,60}(?:${GATE}|protect|private|premium|is_paid|pmpro|mepr|swpm|wcm_|ihc-|wlm_|s2if|s2member|um_show)[\\w-]{0,60}|members?|subscribers?|paid)\\]`,
  'gi',
);

/** The opening half of a shortcode that limits what is before its closing half. */
function pairIn(text: string): string | undefined {
  for (const [, name = ''] of text.matchAll(PAIRED))
    if (text.includes(`[${name}]`) || text.includes(`[${name} `)) return `[${name}]`;
  return undefined;
}
