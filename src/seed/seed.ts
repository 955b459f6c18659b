import { addNamed, listNamed } from '../accounts/bylines.ts';
import type { Copy } from '../article/model/copy.ts';
import { publish } from '../article/publish/publish.ts';
import { listArticles, readArticle } from '../article/read/article-record.ts';
import { settleEach } from '../article/settle/settle-each.ts';
import { createDraft } from '../article/write/create-draft.ts';
import { saveRevision } from '../article/write/save-revision.ts';
import { HOUSE } from '../core/actor.ts';
import { slugOf } from '../core/text.ts';
import type { Press } from '../runtime/deps.ts';
import { BYLINES, SAMPLE_NOTE, type SampleArticle, type SampleCorrection } from './sample-article.ts';
import { EDITION } from './sample-articles.ts';
import { type SampleFigure, settledIn } from './sample-figures.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Ids of authors or tags by the slug of their name. */
type Ids = Map<string, string>;
type Names = { authors: Ids; tags: Ids };

/**
 * Opens an empty house with the sample edition, under its own dates. A house that holds any other article is left as it
 * is; where an earlier start was interrupted, this one files what is missing.
 */
export async function fileSampleEdition(press: Press): Promise<void> {
  const onFile = await listArticles(press.db.read, HOUSE, { limit: EDITION.length + 1 });
  const filed = new Map(onFile.articles.map((article) => [`${article.section}/${article.slug}`, article.id]));
  const ours = new Set(EDITION.map(addressOf));
  if ([...filed.keys()].some((address) => !ours.has(address))) return;

  const names = await addNames(press);
  const back = daysBack(press);
  for (const article of EDITION) {
    const published = Date.parse(article.publishedAt) - back;
    const id = filed.get(addressOf(article)) ?? (await fileDraft(pressAt(press, published - DAY), article, names));
    await publishFirst(pressAt(press, published), id, article.figures);
    if (article.correction) await correct(press, back, id, article.correction, article.figures);
  }
}

/** The edition came with the release, read by those who made it: no second person is waited for. */
function pressAt(press: Press, time: number): Press {
  return { ...press, clock: () => time, policy: { ...press.policy, reviewBy: 'one' } };
}

function addressOf({ section, slug }: SampleArticle): string {
  return `${section}/${slug}`;
}

/** Milliseconds, in whole days, by which the edition moves back so that nothing in it lies ahead of the press's clock. */
function daysBack(press: Press): number {
  const times = EDITION.flatMap((article) => [article.publishedAt, article.correction?.at ?? article.publishedAt]);
  const ahead = Math.max(...times.map((time) => Date.parse(time))) - press.clock();
  return Math.max(0, Math.ceil(ahead / DAY)) * DAY;
}

async function addNames(press: Press): Promise<Names> {
  const tags = new Set(EDITION.flatMap((article) => article.tags));
  return {
    authors: await addMissing(press, 'author', Object.values(BYLINES)),
    tags: await addMissing(press, 'tag', [...tags]),
  };
}

async function addMissing(press: Press, kind: 'author' | 'tag', wanted: string[]): Promise<Ids> {
  const ids: Ids = new Map((await listNamed(press.db.read, kind)).map(({ slug, id }) => [slug, id]));
  for (const name of wanted) {
    if (ids.has(slugOf(name))) continue;
    const { slug, id } = await addNamed(press, HOUSE, kind, name);
    ids.set(slug, id);
  }
  return ids;
}

async function fileDraft(press: Press, article: SampleArticle, names: Names): Promise<string> {
  const { section, slug, headline, dek, bodyBlocks, sources, sponsorshipDisclosure } = article;
  const authorId = names.authors.get(slugOf(BYLINES[article.byline]));
  const copy: Copy = {
    section,
    slug,
    headline,
    dek,
    bodyBlocks: [...bodyBlocks, SAMPLE_NOTE],
    sources,
    tagIds: article.tags.flatMap((tag) => names.tags.get(slugOf(tag)) ?? []),
    ...(authorId && { authorId }),
    ...(sponsorshipDisclosure && { sponsorshipDisclosure }),
  };
  return (await createDraft(press, HOUSE, copy)).id;
}

/** Publishes the first revision, its figures settled, unless somebody revised or published the article already. */
async function publishFirst(press: Press, id: string, figures: readonly SampleFigure[]): Promise<void> {
  const { status, revision } = await readArticle(press.db.read, HOUSE, id, press);
  if (status !== 'draft' || revision !== 0) return;
  await settleEach(press, HOUSE, id, 0, settledIn(figures));
  await publish(press, HOUSE, id, 0);
}

/** Saves the corrected copy and publishes it, as far as neither was done and nobody else revised the article. */
async function correct(
  press: Press,
  back: number,
  id: string,
  { at, note, blocks }: SampleCorrection,
  figures: readonly SampleFigure[],
): Promise<void> {
  const { copy, revision, liveRevision, correction } = await readArticle(press.db.read, HOUSE, id, press);
  if (liveRevision !== 0 || correction !== null) return;
  const corrected = Date.parse(at) - back;
  if (revision === 0) {
    const bodyBlocks = copy.bodyBlocks.map((block) => ({ ...block, text: blocks[block.id] ?? block.text }));
    const revised = { ...copy, bodyBlocks, correctionNote: note, baseRevision: 0 };
    await saveRevision(pressAt(press, corrected - HOUR), HOUSE, id, revised);
  }
  const saved = revision === 0 || (revision === 1 && copy.correctionNote === note);
  if (!saved) return;
  await settleEach(pressAt(press, corrected), HOUSE, id, 1, settledIn(figures));
  await publish(pressAt(press, corrected), HOUSE, id, 1);
}
