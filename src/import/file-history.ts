import { isDeepStrictEqual } from 'node:util';
import { publishedTexts } from '#article/article-fields.ts';
import { type Copy, newsroomCopySchema } from '#article/copy.ts';
import type { ArticleHistory, HistoryRevision } from '#article/history-format.ts';
import { packetTextsOf } from '#article/search-words.ts';
import { IMPORT } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import type { Tx } from '#db/database.ts';
import { markLive, reserveAddress } from '#editorial/write/addresses.ts';
import { NEW_ARTICLE } from '#editorial/write/create-draft.ts';
import { insertRevision } from '#editorial/write/insert-revision.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { writeJournal } from '#runtime/journal.ts';
import { addLaterEvidence } from './restore-evidence.ts';
import { idOf } from './restore-names.ts';
import { withWords } from './search-texts.ts';

/**
 * Files an article of an export with all its revisions, as a draft. It keeps its id, and each revision its number; a number that was
 * never public has the text of the next revision that was. A withdrawn article has a line in place of its text.
 * @throws validation_failed for a text that this release refuses, slug_taken, already_exists
 */
export async function fileHistory(deps: Deps, tx: Tx, history: ArticleHistory): Promise<void> {
  const { id } = history;
  const known = await tx.selectFrom('article').select('id').where('id', '=', id).executeTakeFirst();
  if (known)
    throw new Failure('already_exists', 'There is an article with this id already.', {
      hint: 'Restore into an empty site.',
    });
  const texts = await textsOf(tx, history);
  const last = texts.at(-1) as NumberedCopy;
  const at = now(deps);
  await tx
    .insertInto('article')
    .values({
      ...NEW_ARTICLE,
      id,
      owner_id: null,
      desk: last.copy.section,
      slug: last.copy.slug,
      created_at: at,
      updated_at: at,
      latest_revision: last.number,
    })
    .execute();
  for (const address of [...history.addresses, ...texts.map(({ copy }) => copy)])
    await reserveAddress(tx, IMPORT, id, toAddress(address));
  let number = 0;
  const add = (copy: Copy) =>
    insertRevision(deps, tx, IMPORT, { articleId: id, number, copy, draftedBy: number === 0 ? history.drafted : null });
  for (const { number: own, copy } of texts) {
    for (; number < own; number++) await add({ ...copy, editorialPacket: noteOf(number, own) });
    await add(copy);
    number++;
  }
  const subject = { kind: 'article', id };
  await writeJournal(deps, tx, IMPORT, { act: 'draft.created', subject, revision: last.number });
}

/**
 * Ends what a restore does with one article after its last event: its former addresses, what readers were told later about its numbers,
 * the words of its picture that wait, and of a withdrawn article the notice.
 */
export async function finishHistory(tx: Tx, history: ArticleHistory): Promise<void> {
  const { id, isLive, publishedAt, notice, heldWords, addresses } = history;
  for (const address of addresses) await markLive(tx, toAddress(address));
  await addLaterEvidence(tx, history);
  const withdrawn = {
    published_at: publishedAt,
    retraction_notice: notice?.text ?? null,
    retracted_at: notice?.at ?? null,
  };
  await tx
    .updateTable('article')
    .set({ live_hero_words: heldWords && JSON.stringify(heldWords), ...(!isLive && withdrawn) })
    .where('id', '=', id)
    .execute();
}

function toAddress({ section: desk, slug }: { section: string; slug: string }) {
  return { desk, slug };
}

function noteOf(number: number, next: number) {
  return {
    editorialStatus: `Revision ${number} was never public, so the export does not have it. This is the text of revision ${next}.`,
  };
}

type NumberedCopy = { number: number; copy: Copy };

/** The revisions that the history has; of a withdrawn article a line in place of the last one. */
async function textsOf(tx: Tx, { section, slug, events, revisions }: ArticleHistory): Promise<NumberedCopy[]> {
  const texts: NumberedCopy[] = [];
  for (const revision of revisions) texts.push({ number: revision.revision, copy: await copyOf(tx, revision) });
  if (texts.length > 0) return texts;
  return [{ number: Math.max(0, ...events.map((event) => event.revision ?? 0)), copy: withdrawnCopy(section, slug) }];
}

async function copyOf(tx: Tx, { revision, section, slug, copy }: HistoryRevision): Promise<Copy> {
  const { byline, picture, search, blocks, tags } = copy;
  const authorId = await idOf(tx, 'author', 'slug', byline);
  const tagIds: string[] = [];
  for (const tag of tags) {
    const id = await idOf(tx, 'tag', 'slug', tag);
    if (id !== null) tagIds.push(id);
  }
  const packet = withWords(packetTextsOf(search));
  const read = newsroomCopySchema.safeParse({
    section,
    slug,
    headline: copy.headline,
    dek: copy.dek,
    bodyBlocks: blocks,
    sources: copy.sources,
    tagIds,
    correctionNote: copy.correctionNote,
    ...publishedTexts(copy),
    heroAssetId: await idOf(tx, 'picture', 'hash', picture),
    ...(authorId !== null && { authorId }),
    ...(Object.keys(packet).length > 0 && { editorialPacket: packet }),
  });
  if (read.success) return keepOrder(read.data, blocks, copy.sources);
  const [issue] = read.error.issues;
  throw new Failure('validation_failed', `Revision ${revision}: ${issue?.path.join('.')} ${issue?.message}.`, {
    hint: 'Import the export as drafts, and correct the article there.',
  });
}

/** The keys of blocks and sources in the order that they had, where the schema changed nothing: it is a part of permanent bytes. */
function keepOrder(copy: Copy, blocks: Copy['bodyBlocks'], sources: NonNullable<Copy['sources']>): Copy {
  return {
    ...copy,
    ...(isDeepStrictEqual(copy.bodyBlocks, blocks) && { bodyBlocks: blocks }),
    ...(isDeepStrictEqual(copy.sources, sources) && { sources }),
  };
}

function withdrawnCopy(section: string, slug: string): Copy {
  const dek = 'This article was withdrawn before the site was exported. Its text is not in the export.';
  const text = 'Its address stays reserved, so that no other article gets it.';
  return {
    section,
    slug,
    headline: 'Withdrawn before the export',
    dek,
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text }],
  };
}
