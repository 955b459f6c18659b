import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { unpublish } from '#editorial/publish/unpublish.ts';
import { settleEach } from '#editorial/settle/settle.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { bearer, draft, json, type Person, type TestSite } from './site.ts';

/** The content of a filled site: people of each role, and one article at each stage, created by an agent. */
export type Stock = {
  chief: Person;
  editor: Person;
  writer: Person;
  token: string;
  /** Ids of articles. */
  drafted: string;
  stopped: string;
  published: string;
  changed: string;
  unpublished: string;
};

/** Fills a site so that every page of the newsroom has something to show. */
export async function stock(site: TestSite): Promise<Stock> {
  const chief = await site.person('chief', 'Ruth Okafor');
  const editor = await site.person('editor', 'Dana Whitfield');
  const writer = await site.person('writer', 'Tomasz Lind');
  const author = await addAuthorOrTag(site.deps, chief, 'author', 'Ines Calloway');
  const tag = await addAuthorOrTag(site.deps, chief, 'tag', 'Layout');
  const token = await site.grantToken(editor);
  const named = { authorId: author.id, tagIds: [tag.id] };

  const published = await file(site, token, {
    ...named,
    slug: 'pour-sequence-model',
    section: 'software',
    headline: 'What a pour-sequence model knows about the weather',
  });
  await publish(site.deps, editor, published, { revisionNumber: 0 });
  site.pass(120);
  const unpublished = await file(site, token, {
    slug: 'drone-stockpiles',
    section: 'field-operations',
    headline: 'Drone stockpile counts, and the ones we took back',
  });
  await publish(site.deps, editor, unpublished, { revisionNumber: 0 });
  await unpublish(site.deps, editor, unpublished);
  site.pass(120);
  const changed = await file(site, token, {
    ...named,
    slug: 'takeoff-benchmark',
    section: 'benchmarks',
    headline: 'Four takeoff programs, one set of drawings',
  });
  await publish(site.deps, editor, changed, { revisionNumber: 0 });
  site.pass(120);
  await revise(site, token, changed, {
    ...named,
    ...RICH,
    slug: 'takeoff-benchmark-drawings',
    section: 'benchmarks',
    headline: 'Four takeoff programs, one set of drawings',
    correctionNote: 'The second program missed 14 doors, not 41; the count was transposed in the table.',
    baseRevision: 0,
  });
  const stopped = await file(site, token, {
    slug: 'crane-schedule',
    section: 'logistics',
    headline: 'A crane schedule that argues back',
    sources: [],
    heroAssetId: author.id,
  });
  site.pass(120);
  const drafted = await file(site, token, { ...named, ...RICH });
  await site.deps.callLog.flush();
  return { chief, editor, writer, token, drafted, stopped, published, changed, unpublished };
}

/** Settles every figure of the latest revision of each article. */
export async function settleFigures({ deps }: TestSite): Promise<void> {
  const articles = await deps.db.read.selectFrom('article').select(['id', 'latest_revision']).execute();
  for (const { id, latest_revision } of articles) {
    const reason = 'Counted by the author of this test.';
    await settleEach(deps, CLI, {
      articleId: id,
      revision: latest_revision,
      settledBy: () => ({ kind: 'signed', reason }),
    });
  }
}

/** A page of the newsroom as a person sees it. */
export async function readPage(site: TestSite, person: Person, path: string): Promise<string> {
  const response = await site.fetch(path, { headers: { Cookie: person.cookie } });
  if (response.status !== 200) throw new Error(`${path} answered ${response.status}`);
  return response.text();
}

/** Creates a draft as an agent does and returns its id. */
export async function file(site: TestSite, token: string, over: Record<string, unknown> = {}): Promise<string> {
  return send(site, '/api/admin/articles', token, draft(over));
}

/** Saves a revision as an agent does. */
export async function revise(
  site: TestSite,
  token: string,
  id: string,
  over: Record<string, unknown>,
): Promise<string> {
  return send(site, `/api/admin/articles/${id}/revisions`, token, draft(over));
}

async function send(site: TestSite, path: string, token: string, body: unknown): Promise<string> {
  const response = await site.fetch(path, { method: 'POST', headers: bearer(token), body: JSON.stringify(body) });
  const answer = await json(response);
  if (response.status !== 201) throw new Error(`the article was not saved: ${JSON.stringify(answer)}`);
  return answer.id;
}

/** Fields that `draft` does not fill: a block of every type, sources, a disclosure. */
export const RICH = {
  bodyBlocks: [
    {
      id: 'b1',
      type: 'paragraph',
      text: 'The crew ran the machine on a *live* slab for six weeks and wrote down every stop. It marked **412 points**, of which 397 stayed within 3 mm; the rest were found by a superintendent with a tape, which is how most things on a site are found.',
    },
    { id: 'b2', type: 'heading', text: 'What stopped it' },
    {
      id: 'b3',
      type: 'list',
      text: '1. Standing water after the morning wash-down\n2. A total station knocked by a pallet jack\n3. Rebar caps the model did not know',
    },
    { id: 'b4', type: 'quote', text: 'I would take it again, but I would keep one person with a tape.' },
    { id: 'b5', type: 'subheading', text: 'The record' },
    {
      id: 'b6',
      type: 'paragraph',
      text: 'The record is public: see [the log](https://example.org/pilot-record), column `deviation_mm`. One pour was measured and no other, so nothing is said here of the second.',
    },
  ],
  sources: [
    {
      title: 'Site record of the pilot',
      url: 'https://example.org/pilot-record',
      publisher: 'Example Builders',
      note: 'Sheet 3, column F.',
    },
    { title: 'Layout tolerances for cast-in-place work', url: 'https://example.org/tolerances' },
  ],
  sponsorshipDisclosure: 'The maker lent the machine for the six weeks. It saw this article when readers did.',
  editorialPacket: {
    editorialStatus: 'Ready for an editor',
    claimsReview: '412 points: counted in the log.\n397 within 3 mm: counted, see sheet 3.',
    reportingGaps: 'Nobody measured the second pour.',
  },
};
