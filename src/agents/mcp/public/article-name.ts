import type { ArticleName } from '#article/named-article.ts';
import { isSection } from '#article/section.ts';
import { Failure } from '#core/failure.ts';
import { isUuid } from '#core/text.ts';
import type { Publication } from '#runtime/config/config.ts';

/** `revision`: the name is a permanent address of this revision. */
export type NamedRevision = { name: ArticleName; revision?: number };

/**
 * The article that a model names: by its id, by an address of this site in any form, or by `section/slug`.
 * @throws bad_request for any other text
 */
export function readArticleName({ baseUrl }: Publication, sent: string): NamedRevision {
  const text = sent.trim();
  if (isUuid(text)) return { name: { id: text.toLowerCase() } };
  const address = URL.parse(text.startsWith('/') || /^https?:/i.test(text) ? text : `/${text}`, baseUrl);
  const isOurs = address?.host === new URL(baseUrl).host;
  const [section = '', slug = '', ...more] = isOurs ? partsOf(address.pathname) : [];
  if (isSection(section) && slug !== '') {
    const name = { section, slug: slug.replace(/\.(?:md|json)$/, '') };
    if (more.length === 0) return { name };
    const [, revision] = /^r\/(\d{1,9})(?:\.md|\.json)?$/.exec(more.join('/')) ?? [];
    if (revision !== undefined) return { name, revision: Number(revision) };
  }
  throw new Failure('bad_request', isOurs ? 'This names no article.' : `This is no address of ${baseUrl}.`, {
    hint: `id is the id of a search result, or an address such as ${baseUrl}/robotics/SLUG.`,
  });
}

/** The parts of a path below the prefixes of the API. */
function partsOf(path: string): string[] {
  return path
    .replace(/^\/api(?:\/v1)?\/public\/(?:articles|markdown)(?=\/)/, '')
    .replace(/\/(?:evidence|related)$/, '')
    .split('/')
    .filter((part) => part !== '');
}
