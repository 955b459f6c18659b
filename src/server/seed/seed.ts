import type { ArticleSummary } from '#article/article-rows.ts';
import { readPublicProfile } from '#article/author-profile.ts';
import type { Copy } from '#article/copy.ts';
import { listTags } from '#article/tags.ts';
import { SYSTEM } from '#core/actor.ts';
import { slugOf } from '#core/text.ts';
import { listArticles, readArticle } from '#editorial/article-record.ts';
import { publish } from '#editorial/publish/publish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { saveRevision } from '#editorial/write/save-revision.ts';
import { changeProfile } from '#people/author-profile.ts';
import { addAuthorOrTag, listAuthors } from '#people/bylines.ts';
import type { Deps } from '#runtime/deps.ts';
import { addDrawing } from './drawings.ts';
import {
  BYLINES,
  readSample,
  SAMPLE_BIOGRAPHY,
  type SampleArticle,
  type SampleCorrection,
  type SampleFigure,
  settledIn,
} from './sample-article.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

/** Ids of authors or tags by the slug of their name, or of pictures by the name of the drawing. */
type Ids = Map<string, string>;
type Names = { authors: Ids; tags: Ids };
const NO_NAMES: Names = { authors: new Map(), tags: new Map() };

/**
 * Publishes the sample articles on a new site, with their own dates. It does nothing when the site has any other article. When an
 * earlier start was interrupted, it adds what is missing.
 */
export async function seedArticles(deps: Deps): Promise<void> {
  const onFile = await listArticles(deps.db.read, SYSTEM, { limit: EDITION.length + 1 });
  const filed = new Map(onFile.articles.map((article) => [`${article.section}/${article.slug}`, article]));
  const ours = new Set(EDITION.map(addressOf));
  if ([...filed.keys()].some((address) => !ours.has(address))) return;

  const back = daysBack(deps);
  const first = Date.parse(EDITION[0]?.publishedAt ?? '') - back - DAY;
  const isWhole = ours.isSubsetOf(new Set(filed.keys()));
  const names = isWhole ? NO_NAMES : await addNames(depsAt(deps, first));
  const missing = EDITION.filter((article) => !filed.has(addressOf(article)));
  const drawings = await addDrawings(depsAt(deps, first), missing);
  for (const article of EDITION) {
    const published = Date.parse(article.publishedAt) - back;
    const { id, status, revision, liveRevision } =
      filed.get(addressOf(article)) ??
      (await createSampleDraft(depsAt(deps, published - DAY), article, names, drawings));
    const isNew = status === 'draft' && revision === 0;
    if (isNew) await publishFirst(depsAt(deps, published), id, article.figures);
    if (article.correction && (isNew || liveRevision === 0))
      await correct(deps, id, article.correction, { back, figures: article.figures });
  }
}

/** The sample articles come with the release, so they need no second person. */
function depsAt(deps: Deps, time: number): Deps {
  return { ...deps, clock: () => time, policy: { ...deps.policy, reviewBy: 'one' } };
}

function addressOf({ section, slug }: SampleArticle): string {
  return `${section}/${slug}`;
}

/** Milliseconds, in whole days, by which the dates move back so that none is later than the clock. */
function daysBack(deps: Deps): number {
  const times = EDITION.flatMap((article) => [article.publishedAt, article.correction?.at ?? article.publishedAt]);
  const ahead = Math.max(...times.map((time) => Date.parse(time))) - deps.clock();
  return Math.max(0, Math.ceil(ahead / DAY)) * DAY;
}

async function addNames(deps: Deps): Promise<Names> {
  const tags = new Set(EDITION.flatMap((article) => article.tags));
  const authors = await addMissing(deps, 'author', Object.values(BYLINES));
  const { newsroom: _, ...samples } = BYLINES;
  for (const slug of Object.values(samples).map(slugOf)) {
    const { biography } = await readPublicProfile(deps.db.read, slug);
    if (biography === null) await changeProfile(deps, SYSTEM, authors.get(slug) ?? '', { biography: SAMPLE_BIOGRAPHY });
  }
  return { authors, tags: await addMissing(deps, 'tag', [...tags]) };
}

async function addMissing(deps: Deps, kind: 'author' | 'tag', wanted: string[]): Promise<Ids> {
  const known = await (kind === 'author' ? listAuthors : listTags)(deps.db.read);
  const ids: Ids = new Map(known.map(({ slug, id }) => [slug, id]));
  for (const name of wanted) {
    if (ids.has(slugOf(name))) continue;
    const { slug, id } = await addAuthorOrTag(deps, SYSTEM, kind, name);
    ids.set(slug, id);
  }
  return ids;
}

/** Adds the drawings of the articles, all at once: each file waits for the disk. */
async function addDrawings(deps: Deps, articles: readonly SampleArticle[]): Promise<Ids> {
  const pictures = articles.flatMap(({ picture }) => picture ?? []);
  const ids = await Promise.all(pictures.map((picture) => addDrawing(deps, picture)));
  return new Map(pictures.map(({ name }, index) => [name, ids[index] ?? '']));
}

/** `drawings` are ids of pictures by the names of drawings. */
function createSampleDraft(deps: Deps, article: SampleArticle, names: Names, drawings: Ids): Promise<ArticleSummary> {
  const { section, slug, headline, dek, bodyBlocks, sources, picture, numberTable, exhibits } = article;
  const authorId = names.authors.get(slugOf(BYLINES[article.byline]));
  const copy: Copy = {
    section,
    slug,
    headline,
    dek,
    bodyBlocks,
    sources,
    tagIds: article.tags.flatMap((tag) => names.tags.get(slugOf(tag)) ?? []),
    ...(authorId && { authorId }),
    ...(numberTable && { numberTable }),
    ...(exhibits && { exhibits }),
    ...(picture && { heroAssetId: drawings.get(picture.name) ?? null, pictureCaption: picture.caption }),
  };
  return createDraft(deps, SYSTEM, copy);
}

/** Settles the figures of the first revision and publishes it. */
async function publishFirst(deps: Deps, id: string, figures: readonly SampleFigure[]): Promise<void> {
  await settleEach(deps, SYSTEM, { articleId: id, revision: 0, settledBy: settledIn(figures) });
  await publish(deps, SYSTEM, id, { revisionNumber: 0 });
}

/** Saves and publishes the corrected copy, unless that was done already or somebody else revised the article. */
async function correct(
  deps: Deps,
  id: string,
  { at, note, blocks }: SampleCorrection,
  { back, figures }: { back: number; figures: readonly SampleFigure[] },
): Promise<void> {
  const { copy, revision, liveRevision, correction } = await readArticle(deps.db.read, SYSTEM, id, deps);
  if (liveRevision !== 0 || correction !== null) return;
  const corrected = Date.parse(at) - back;
  if (revision === 0) {
    const bodyBlocks = copy.bodyBlocks.map((block) => ({ ...block, text: blocks[block.id] ?? block.text }));
    const revised = { ...copy, bodyBlocks, correctionNote: note, baseRevision: 0 };
    await saveRevision(depsAt(deps, corrected - HOUR), SYSTEM, id, { copy: revised });
  }
  const saved = revision === 0 || (revision === 1 && copy.correctionNote === note);
  if (!saved) return;
  await settleEach(depsAt(deps, corrected), SYSTEM, { articleId: id, revision: 1, settledBy: settledIn(figures) });
  await publish(depsAt(deps, corrected), SYSTEM, id, { revisionNumber: 1 });
}

/** The sample articles, oldest first. */
export const EDITION: readonly SampleArticle[] = [
  'how-a-number-is-settled',
  'eight-letters-at-the-gate',
  'who-writes-down-the-hours',
  'what-may-fly-over-the-crew',
  'who-pays-for-typing-it-again',
  'before-the-time-clock-learns-a-face',
  'the-harness-and-the-clearance',
  'which-foot-does-the-robot-use',
  'what-an-arc-second-costs',
  'the-soil-decides-the-trench',
].map(readSample);
