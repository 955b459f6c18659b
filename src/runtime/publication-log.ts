import type { Insertable } from 'kysely';
import type { Tx } from '#db/database.ts';
import { lockPublications, notifyPublication } from '#db/schema/dialect.ts';
import type { Tables } from '#db/schema/tables.ts';
import { type Deps, now } from './deps.ts';

/** `recaptioned`: the words of its picture, the names of its tags or the articles after it changed; the article and its times did not. */
const PUBLICATION_ACTS = ['published', 'corrected', 'recaptioned', 'moved', 'withdrawn'] as const;
export type PublicationAct = (typeof PUBLICATION_ACTS)[number];

export type PublicationEntry = {
  act: PublicationAct;
  articleId: string;
  section: string;
  slug: string;
  revision: number | null;
  /** UTC ISO time; of a publication the article's `modifiedAt`. Without it, now. */
  at?: string;
  /** Nobody gets a message about it: no webhook. Lists and followers of the changes have it. */
  isSilent?: boolean;
};

/** What pages show in addition to articles: the running ads, the supplier directory, the sent briefs and the time of the next one, which articles lead the home page, who the authors are, and the site itself: its name, its look, its sections. After `site` every response is rendered again. `imported`: articles were published silently, and caches in front of the server have to ask again. */
export type PlacementKind = 'ads' | 'suppliers' | 'briefs' | 'front' | 'authors' | 'site' | 'imported';

/** Adds a numbered line after which every process renders the pages that show it again. No article changes. */
export async function logPlacement(deps: Deps, tx: Tx, what: PlacementKind): Promise<void> {
  await addLine(deps, tx, { at: now(deps), act: 'placed', article_id: '', section: '', slug: what, revision: null });
}

/** Adds a numbered line. Caches, feeds and sitemaps follow this log, so nothing else needs a notification. */
export async function logPublication(deps: Deps, tx: Tx, publication: PublicationEntry): Promise<void> {
  const { act, articleId, section, slug, revision, at = now(deps), isSilent } = publication;
  const is_silent = isSilent ? 1 : 0;
  await addLine(deps, tx, { at, act, article_id: articleId, section, slug, revision, is_silent });
}

async function addLine({ db }: Deps, tx: Tx, line: Insertable<Tables['publication_log']>): Promise<void> {
  await lockPublications(db.kind, tx);
  await tx.insertInto('publication_log').values(line).execute();
  await notifyPublication(db.kind, tx);
}
