import type { Tx } from '#db/database.ts';
import { type RevisionThen, readRevisionThen } from '#evidence/revision-then.ts';

/** A line of the publication log that made a revision live. */
export type LoggedPublication = { seq: number; at: string; articleId: string; revision: number };

/** What readers saw of a revision when it was published, from rows that never change. */
export type PublicationFacts = LoggedPublication & {
  then: RevisionThen;
  /** The corrections of the article up to this publication, oldest first. */
  corrections: { at: string; revision: number; note: string }[];
};

/** @throws Error when the publication stored no public revision, which is a defect */
export async function readFacts(tx: Tx, line: LoggedPublication): Promise<PublicationFacts> {
  const { articleId, revision } = line;
  const then = await readRevisionThen(tx, articleId, revision);
  if (!then) throw new Error(`revision ${revision} of ${articleId} was published and is no public revision`);
  const corrections = await tx
    .selectFrom('correction')
    .select(['at', 'revision', 'note'])
    .where('article_id', '=', articleId)
    .where('at', '<=', line.at)
    .orderBy('seq')
    .execute();
  return { ...line, then, corrections };
}
