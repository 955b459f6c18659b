import { rest } from '#core/concurrency.ts';
import type { Tx } from '#db/database.ts';
import { lockRecords } from '#db/schema/dialect.ts';
import type { JsonRecord } from '#reading/records/signing/signed-document.ts';
import { sha256, signDocument } from '#reading/records/signing/signed-document.ts';
import type { Deps } from '#runtime/deps.ts';
import { type LoggedPublication, type PublicationFacts, readFacts } from './publication-facts.ts';
import { packDocument } from './read-records.ts';
import { currentRecordKey, ensureRecordKey } from './record-keys.ts';

// One signed record for each revision that was published, in the order of the publication log. Records are made after the publication
// has been committed, from rows that never change, so that publishing does not wait for them.

/** What the record of a publication says. */
export type DescribePublication = (facts: PublicationFacts) => JsonRecord;

/** Records made in one transaction: the writer is held for a few milliseconds. */
const AT_ONCE = 10;

/**
 * Makes the records that are missing, for at most `milliseconds`; the first call also makes the key of the site. Processes that do so
 * at once take turns.
 */
export async function makeRecords(deps: Deps, describe: DescribePublication, milliseconds = 1000): Promise<void> {
  await ensureRecordKey(deps);
  const until = performance.now() + milliseconds;
  let worked = 0;
  while ((await nextLines(deps.db.read, 1)).length > 0 && performance.now() < until) {
    await rest(worked);
    const began = performance.now();
    await deps.db.write((tx) => makeSome(deps, tx, describe));
    worked = performance.now() - began;
  }
}

async function makeSome(deps: Deps, tx: Tx, describe: DescribePublication): Promise<void> {
  await lockRecords(deps.db.kind, tx);
  const key = await currentRecordKey(deps, tx);
  const last = await tx
    .selectFrom('signed_record')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  let number = last?.number ?? 0;
  const made = new Set<string>();
  for (const line of await nextLines(tx, AT_ONCE)) {
    const name = `${line.articleId} ${line.revision}`;
    if (made.has(name)) continue; // withdrawn and published again before its record was made
    made.add(name);
    number += 1;
    const document = signDocument(describe(await readFacts(tx, line)), key);
    await tx
      .insertInto('signed_record')
      .values({
        number,
        log_seq: line.seq,
        article_id: line.articleId,
        revision: line.revision,
        at: line.at,
        document: packDocument(document),
        hash: sha256(document),
      })
      .execute();
  }
}

/**
 * The next lines of the publication log that published a revision without a record, oldest first. In a database
 * that an early release restored from an export, a withdrawn article has lines and no text: nothing is signed about it.
 */
async function nextLines(tx: Tx, limit: number): Promise<LoggedPublication[]> {
  const last = await tx
    .selectFrom('signed_record')
    .select('log_seq')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  const rows = await tx
    .selectFrom('publication_log as log')
    .select(['seq', 'at', 'article_id as articleId', 'revision'])
    .where('seq', '>', last?.log_seq ?? 0)
    .where('act', 'in', ['published', 'corrected'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('signed_record')
            .select('number')
            .whereRef('signed_record.article_id', '=', 'log.article_id')
            .whereRef('signed_record.revision', '=', 'log.revision'),
        ),
      ),
    )
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('public_revision')
          .select('public_revision.revision')
          .whereRef('public_revision.article_id', '=', 'log.article_id')
          .whereRef('public_revision.revision', '=', 'log.revision'),
      ),
    )
    .orderBy('seq')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, revision: row.revision ?? 0 }));
}
