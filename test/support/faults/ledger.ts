import { randomUUID } from 'node:crypto';
import type { Tx } from '#db/database.ts';

// The ledger method: each client records its request before sending and the response after. In the end every 201 must be
// stored completely, and every other request completely or not at all.

export type Entry = {
  act: 'create' | 'revise' | 'publish';
  slug: string;
  /** The Idempotency-Key, also a word in the headline. */
  key: string;
  articleId: string | null;
  revision: number | null;
  /** The status of the response; null without a response. */
  status: number | null;
  retryAfter: string | null;
  /** The code of an error in JSON. */
  code: string | null;
  /** Milliseconds between request and response. */
  took: number;
};

export type Ledger = {
  entries: Entry[];
  create: () => Promise<Entry>;
  /** Saves the next revision of an article whose creation was acknowledged. */
  revise: (of: Entry) => Promise<Entry>;
  /** Publishes the revision of an acknowledged entry. */
  publish: (of: Entry) => Promise<Entry>;
};

/**
 * Milliseconds a client waits. A connection that was just passed to a worker when that worker was killed never gets a
 * response.
 */
const LONGEST = 20_000;

/** A ledger of writes at `base`, or at what it returns, with the headers of a person or agent who may write. */
export function openLedger(base: string | (() => string), headers: Record<string, string>): Ledger {
  const entries: Entry[] = [];

  async function send(entry: Entry, path: string, init: RequestInit): Promise<Entry> {
    entries.push(entry);
    const sent = performance.now();
    try {
      const response = await fetch((typeof base === 'string' ? base : base()) + path, {
        method: 'POST',
        redirect: 'manual',
        signal: AbortSignal.timeout(LONGEST),
        ...init,
      });
      const body = await response.text();
      entry.status = response.status;
      entry.retryAfter = response.headers.get('retry-after');
      if (response.headers.get('content-type')?.startsWith('application/json') && response.status !== 201) {
        entry.code = JSON.parse(body).code;
      }
      if (response.status === 201) {
        const filed = JSON.parse(body);
        entry.articleId = filed.id;
        entry.revision = filed.revision;
      }
    } catch {
      entry.status = null; // the connection ended without a response
    }
    entry.took = performance.now() - sent;
    return entry;
  }

  const asJson = (entry: Entry, more: Record<string, unknown> = {}): RequestInit => ({
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': entry.key, ...headers },
    body: JSON.stringify({ ...copyOf(entry), ...more }),
  });

  return {
    entries,
    create: () => {
      const entry = newEntry('create', `ledger-${randomUUID()}`);
      return send(entry, '/api/admin/articles', asJson(entry));
    },
    revise: (of) => {
      const entry = { ...newEntry('revise', of.slug), articleId: of.articleId };
      const path = `/api/admin/articles/${of.articleId}/revisions`;
      return send(entry, path, asJson(entry, { baseRevision: of.revision }));
    },
    publish: (of) => {
      const entry = { ...newEntry('publish', of.slug), articleId: of.articleId, revision: of.revision };
      return send(entry, `/newsroom/articles/${of.articleId}/publish`, {
        headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
        body: new URLSearchParams({
          revision: String(of.revision),
          correction: 'none',
          noCorrectionBecause: 'No fact changes.',
        }).toString(),
      });
    },
  };
}

function newEntry(act: Entry['act'], slug: string): Entry {
  return {
    act,
    slug,
    key: randomUUID(),
    articleId: null,
    revision: null,
    status: null,
    retryAfter: null,
    code: null,
    took: 0,
  };
}

/** The copy that an entry sends. Every field contains the entry's key, so that partial writes are detected. */
function copyOf({ slug, key }: Entry): Record<string, unknown> {
  return {
    headline: `Ledger ${key}`,
    dek: `Entry ${key} of the ledger.`,
    section: 'robotics',
    slug,
    bodyBlocks: [{ id: 'b1', type: 'paragraph', text: `Written as ${key}, to be found whole or not at all.` }],
    sources: [{ title: key, url: `https://example.org/${key}` }],
  };
}

/** Whether an entry was acknowledged: 201, or the newsroom's 303. */
export function isAcknowledged({ act, status }: Entry): boolean {
  return status === (act === 'publish' ? 303 : 201);
}

export type Settled = {
  entries: number;
  acknowledged: number;
  refused: number;
  unanswered: number;
  lost: string[];
  half: string[];
};

/** Compares the ledger with the database. */
export async function settle(tx: Tx, entries: readonly Entry[]): Promise<Settled> {
  const settled: Settled = { entries: entries.length, acknowledged: 0, refused: 0, unanswered: 0, lost: [], half: [] };
  for (const entry of entries) {
    const acknowledged = isAcknowledged(entry);
    if (acknowledged) settled.acknowledged++;
    else if (entry.status === null) settled.unanswered++;
    else settled.refused++;
    const parts = entry.act === 'publish' ? await partsOfPublication(tx, entry) : await partsOfCopy(tx, entry);
    const there = parts.filter((part) => part).length;
    if (there !== 0 && there !== parts.length) settled.half.push(`${entry.act} ${entry.key}: ${parts.join(' ')}`);
    if (acknowledged && there !== parts.length) settled.lost.push(`${entry.act} ${entry.key}`);
  }
  return settled;
}

/** The rows of one create or revise: revision, article, journal entry, idempotency key with its response, address. */
async function partsOfCopy(tx: Tx, { key, slug, act }: Entry): Promise<boolean[]> {
  const revision = await tx
    .selectFrom('revision')
    .innerJoin('article', 'article.id', 'revision.article_id')
    .selectAll('revision')
    .select('article.latest_revision')
    .where('article.section', '=', 'robotics')
    .where('article.slug', '=', slug)
    .where('revision.headline', '=', `Ledger ${key}`)
    .executeTakeFirst();
  const retry = await tx.selectFrom('idempotency').select('answer').where('key', '=', key).executeTakeFirst();
  const whole =
    revision !== undefined &&
    [revision.dek, revision.body_blocks, revision.sources].every((part) => part.includes(key));
  const journal =
    revision &&
    (await tx
      .selectFrom('journal')
      .select('seq')
      .where('subject_kind', '=', 'article')
      .where('subject_id', '=', revision.article_id)
      .where('act', '=', act === 'create' ? 'draft.created' : 'revision.saved')
      .where('revision', '=', revision.number)
      .executeTakeFirst());
  const address =
    revision &&
    (await tx.selectFrom('address').select('slug').where('article_id', '=', revision.article_id).executeTakeFirst());
  return [
    whole,
    revision !== undefined && revision.latest_revision >= revision.number,
    journal !== undefined,
    retry !== undefined && retry.answer !== '',
    address !== undefined,
  ];
}

/** The rows of one publication: an entry of the publication log and one of the journal. */
async function partsOfPublication(tx: Tx, { articleId, revision }: Entry): Promise<boolean[]> {
  if (articleId === null || revision === null) return [false];
  const log = await tx
    .selectFrom('publication_log')
    .select('seq')
    .where('article_id', '=', articleId)
    .where('revision', '=', revision)
    .executeTakeFirst();
  const journal = await tx
    .selectFrom('journal')
    .select('seq')
    .where('subject_id', '=', articleId)
    .where('revision', '=', revision)
    .where('act', 'in', ['article.published', 'article.corrected'])
    .executeTakeFirst();
  return [log !== undefined, journal !== undefined];
}
