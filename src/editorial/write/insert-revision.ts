import { type RawBuilder, sql } from 'kysely';
import { OPTIONAL_TEXT_COLUMNS, toOptionalColumns } from '#article/article-fields.ts';
import { pauseIfLong, type RevisionRow } from '#article/article-rows.ts';
import type { Copy } from '#article/copy.ts';
import { type Actor, nameOf } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { prepared, type Tx } from '#db/database.ts';
import { kindOf } from '#db/schema/dialect.ts';
import { type Deps, now } from '#runtime/deps.ts';

/**
 * Stores copy as one immutable, numbered snapshot.
 * @throws rate_limited for a grant that stored too much today
 */
export async function insertRevision(
  deps: Deps,
  tx: Tx,
  actor: Actor,
  { articleId, number, copy }: { articleId: string; number: number; copy: Copy },
): Promise<RevisionRow> {
  const row: RevisionRow = {
    article_id: articleId,
    number,
    section: copy.section,
    slug: copy.slug,
    headline: copy.headline,
    dek: copy.dek,
    body_blocks: JSON.stringify(copy.bodyBlocks),
    sources: JSON.stringify(copy.sources ?? []),
    author_id: copy.authorId ?? null,
    hero_asset_id: copy.heroAssetId ?? null,
    tag_ids: JSON.stringify(copy.tagIds ?? []),
    ...toOptionalColumns(copy),
    editorial_packet: copy.editorialPacket ? JSON.stringify(copy.editorialPacket) : null,
    saved_at: now(deps),
    saved_by_kind: actor.kind,
    saved_by_id: actor.id,
    saved_by_name: nameOf(actor),
    claim_id: actor.kind === 'agent' ? actor.claimId : null,
    client_host: actor.kind === 'agent' ? (actor.clientHost ?? null) : null,
  };
  await requireRoomForText(deps, tx, row);
  await pauseIfLong(row);
  await insertRow(tx, row);
  await noteUnindexed(tx, { articleId });
  await pauseIfLong(row);
  return row;
}

const insertRow = prepared((tx, row: RevisionRow) => tx.insertInto('revision').values(row));

/** The search index of the newsroom takes the words later, so that a save does not wait for it. */
const noteUnindexed = prepared((tx, { articleId }: { articleId: string }) =>
  tx
    .insertInto('draft_unindexed')
    .values({ article_id: articleId })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Bytes of text that one grant may store in one day, UTC, unless the policy has another limit. */
const TEXT_PER_DAY = 20_000_000;
/** A revision counts as at least this many bytes, because many small ones take space too. */
const SMALLEST = 2000;

const COLUMNS = [
  'headline',
  'dek',
  'body_blocks',
  'sources',
  'tag_ids',
  'editorial_packet',
  ...OPTIONAL_TEXT_COLUMNS,
] as const satisfies (keyof RevisionRow)[];

/**
 * Refuses a revision that exceeds the daily amount of text of its grant. The count comes from the stored revisions of the day, so
 * it is the same in every process and after a restart. People have no such limit.
 * @throws rate_limited, until midnight UTC
 */
async function requireRoomForText(deps: Deps, tx: Tx, row: RevisionRow): Promise<void> {
  if (row.claim_id === null) return;
  const most = deps.policy.textPerDay ?? TEXT_PER_DAY;
  if (!Number.isFinite(most)) return;
  const { rows } = await readStoredToday(tx, { claimId: row.claim_id, day: now(deps).slice(0, 10) });
  const stored = Number(rows[0]?.stored ?? 0);
  const adds = Math.max(
    SMALLEST,
    COLUMNS.reduce((sum, name) => sum + Buffer.byteLength(row[name] ?? ''), 0),
  );
  if (stored + adds > most) throw tooMuch(deps, most, stored, adds);
}

/** Both databases store the length of a text, so this does not read the texts. */
const readStoredToday = prepared((tx, { claimId, day }: { claimId: string; day: string }) => {
  const lengths = COLUMNS.map((name): RawBuilder<number> => sql`coalesce(octet_length(${sql.ref(name)}), 0)`);
  const larger = sql.raw(kindOf(tx) === 'sqlite' ? 'max' : 'greatest');
  const stored = sql<number | string | null>`sum(${larger}(${sql.lit(SMALLEST)}, ${sql.join(lengths, sql` + `)}))`;
  return tx
    .selectFrom('revision')
    .select(stored.as('stored'))
    .where('claim_id', '=', claimId)
    .where('saved_at', '>=', day);
});

function tooMuch(deps: Deps, most: number, stored: number, adds: number): Failure {
  const DAY = 86_400_000;
  const time = deps.clock();
  const error = `One grant may store ${most} bytes of text a day. Today it stored ${stored}; this revision has ${adds}.`;
  return new Failure('rate_limited', error, {
    hint: 'Continue after midnight UTC, when Retry-After has passed. To send fewer revisions, try a text with dryRun=true first, which stores nothing.',
    retryAfter: Math.ceil((DAY - (time % DAY)) / 1000),
  });
}
