// @ts-check
import { KEPT } from './article-fields.mjs';
import { listLines } from './article-file.mjs';
import { unescapeMarkdown } from './site-markdown.mjs';

/** @typedef {import('./api.d.ts').ArticleDraft} Copy */
/** @typedef {import('./api.d.ts').BodyBlock} Block */
/** @typedef {import('./api.d.ts').Source} Source */
/** @typedef {import('./reading.mjs').StoredArticle} StoredArticle */
/** @typedef {import('./article-file.mjs').ArticleFile} ArticleFile */

/**
 * The next revision: the fields of the file, and for fields that it does not have those that are stored. A block that did not
 * change keeps its stored id and text, so that comments and settled numbers stay with it. A correction note belongs to one
 * publication, so the note of a published revision is not repeated.
 * @param {StoredArticle} stored
 * @param {ArticleFile} file
 * @param {readonly string[]} [fields] the fields that stay; where the server is newer than this program, its own
 * @returns {Copy}
 */
export function mergeCopy(stored, { copy, isOfSite }, fields = KEPT) {
  const { headline, dek, section, slug, bodyBlocks, correctionNote } = stored;
  const kept = Object.fromEntries(
    Object.entries(stored).filter(([name, value]) => fields.includes(name) && value !== undefined),
  );
  const isLive = stored.liveRevision === stored.revision;
  const note = isLive || !correctionNote ? {} : { correctionNote };
  const merged = { headline, dek, section, slug, ...kept, ...note, ...copy };
  const packet = copy.editorialPacket && { editorialPacket: { ...stored.editorialPacket, ...copy.editorialPacket } };
  const sources = isOfSite && copy.sources && { sources: keepSources(stored.sources ?? [], copy.sources) };
  return {
    ...merged,
    ...packet,
    ...sources,
    ...(copy.heroAssetId === null && { heroAssetId: null }),
    bodyBlocks: keepBlocks(bodyBlocks, copy.bodyBlocks ?? bodyBlocks),
  };
}

/** A source of the same address and title is the stored one: a printed line does not tell its parts apart in every case. @param {Source[]} stored @param {Source[]} given */
function keepSources(stored, given) {
  return given.map((one) => stored.find(({ url, title }) => url === one.url && fold(title) === fold(one.title)) ?? one);
}

/**
 * Gives the blocks of a file the stored ids: first to equal blocks in order, then to changed ones between them.
 * @param {Block[]} stored
 * @param {Block[]} given
 * @returns {Block[]}
 */
export function keepBlocks(stored, given) {
  const pairs = matchEqual(stored.map(keyOf), given.map(keyOf));
  let [from, at] = [0, 0];
  /** @type {(Block | null)[]} */
  const kept = given.map(() => null);
  for (const [one, other] of [...pairs, /** @type {const} */ ([stored.length, given.length])]) {
    for (; from < one && at < other; from++, at++) {
      const [before, after] = [/** @type {Block} */ (stored[from]), /** @type {Block} */ (given[at])];
      if (before.type === after.type) kept[at] = { ...after, id: before.id };
    }
    [from, at] = [one + 1, other + 1];
    if (one < stored.length) kept[other] = /** @type {Block} */ (stored[one]);
  }
  const taken = new Set(stored.map(({ id }) => id));
  return given.map((block, place) => kept[place] ?? { ...block, id: freeId(taken) });
}

/** @param {Set<string>} taken */
function freeId(taken) {
  let number = taken.size + 1;
  while (taken.has(`b${number}`)) number++;
  taken.add(`b${number}`);
  return `b${number}`;
}

/** What two blocks have in common that read the same. @param {Block} block */
function keyOf({ type, text }) {
  return `${type} ${fold(type === 'list' ? listLines(text).join('\n') : text)}`;
}

/** @param {string} text */
function fold(text) {
  return unescapeMarkdown(text).replace(/\s+/g, ' ').trim();
}

/** The longest common subsequence, as pairs of places. @param {string[]} one @param {string[]} other @returns {[number, number][]} */
function matchEqual(one, other) {
  const lengths = Array.from({ length: one.length + 1 }, () => new Uint16Array(other.length + 1));
  const at = (/** @type {number} */ i, /** @type {number} */ j) => lengths[i]?.[j] ?? 0;
  for (let i = one.length - 1; i >= 0; i--) {
    for (let j = other.length - 1; j >= 0; j--) {
      const row = /** @type {Uint16Array} */ (lengths[i]);
      row[j] = one[i] === other[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  /** @type {[number, number][]} */
  const pairs = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (one[i] === other[j]) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i++;
    else j++;
  }
  return pairs;
}
