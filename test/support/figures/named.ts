import { readLedgerOf } from '#editorial/settle/read-figures.ts';
import { settleFigure } from '#editorial/settle/settle.ts';
import { createProposalLookups } from '#editorial/sources/look-up-proposals.ts';
import { createSourceOpener } from '#editorial/sources/open-source.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { html, otherSite } from '../other-site.ts';
import { copy, type Person, type TestSite } from '../site.ts';

// An article with four numbers whose sources an editor named: one is in its source, one is another number there, one is not there, and
// one source is gone.

const RECORD = 'https://record.example/pilot';
const GONE = 'https://gone.example/members';
const PAGE = `<title>Pilot <b>record</b></title><h1>Setting out</h1>
<p>The crew set out 397 points within tolerance on the slab &lt;script&gt;alert(1)&lt;/script&gt;.</p><p>The robot ran for 31 hours on the slab.</p>`;

const BODY = [
  { id: 'a', type: 'paragraph' as const, text: 'The crew set out 397 points within tolerance.' },
  { id: 'b', type: 'paragraph' as const, text: 'The robot ran for 13 hours on the slab.' },
  { id: 'c', type: 'paragraph' as const, text: 'The client paid 88 kroner for coffee.' },
  { id: 'd', type: 'paragraph' as const, text: 'The trade body counts 2,750 members.' },
];

/** Files the article. `round` opens the sources that editors asked for; `asked` has each request to their hosts. */
export async function fileNamed(t: Parameters<typeof otherSite>[0], site: TestSite, editor: Person) {
  const { asked, rehearsal } = await otherSite(t, ['record.example', 'gone.example'], { '/pilot': html(PAGE) });
  const sources = [
    { title: 'Pilot record', url: RECORD },
    { title: 'Trade body', url: GONE },
  ];
  const { id } = await createDraft(site.deps, editor, copy({ bodyBlocks: BODY, sources }));
  const { figures } = await readLedgerOf(site.deps.db.read, editor, id, 0);
  for (const { anchor, text } of figures)
    await settleFigure(
      site.deps,
      editor,
      { articleId: id, revision: 0, anchor },
      { kind: 'sourced', source: text.startsWith('2,750') ? GONE : RECORD, locator: 'Page 4' },
    );
  const opener = createSourceOpener('plumbline (test)', rehearsal);
  const round = createProposalLookups(site.deps, opener, { isAskedOnly: true });
  return { asked, id, path: `/newsroom/articles/${id}/figures`, round };
}
