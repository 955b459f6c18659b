import { copySchema } from '#article/copy.ts';
import { IMPORT } from '#core/actor.ts';
import { makeLive } from '#editorial/publish/publish.ts';
import { fileDraft } from '#editorial/write/create-draft.ts';
import { draft, type TestSite } from '../site.ts';

/** The site that archived articles come from. Its name is hostile to every form. */
export const ARCHIVE = {
  name: 'Mast & <b>Boom</b> "Weekly"',
  url: 'https://mast.example/',
  publishedAt: '2015-03-04T08:30:00.000Z',
};

/** Dates of an earlier publication in the archive. */
export const EARLIER = {
  publishedAt: ARCHIVE.publishedAt,
  modifiedAt: '2016-01-02T09:00:00.000Z',
  archive: ARCHIVE,
};

/** Publishes an article of the archive, as an import does. Returns its id. */
export async function publishArchived(
  site: TestSite,
  over: Record<string, unknown> = {},
  earlier: Parameters<typeof makeLive>[3]['options'] = { earlier: EARLIER },
): Promise<string> {
  const copy = copySchema.parse(draft({ slug: 'archived-crane', headline: 'The crane that waited', ...over }));
  return site.deps.db.write(async (tx) => {
    const { id } = await fileDraft(site.deps, tx, IMPORT, copy);
    await makeLive(site.deps, tx, IMPORT, { articleId: id, revisionNumber: 0, options: earlier });
    return id;
  });
}
