import { html } from 'hono/html';
import { sourceSchema } from '#article/copy.ts';
import { Failure } from '#core/failure.ts';
import { indexOf, ledgerAddress } from '#editorial/newsroom/figure-state.ts';
import { readFigures } from '#editorial/settle/read-figures.ts';
import { addSource } from '#editorial/sources/add-source.ts';
import { type AskedLookup, lookUpFigure, proposedPassages } from '#editorial/sources/look-up.ts';
import { askLookups, listNamed, sourcesOf } from '#editorial/sources/look-up-named.ts';
import { MOST_GIVEN } from '#editorial/sources/open-source.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { htmlFragment, redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { readUpload } from '#http/upload.ts';
import { figurePanel } from './figure-panel.ts';
import { figuresPage } from './figures-page.ts';
import { lookupsProgress } from './lookups-view.ts';

const newSource = sourceSchema.pick({ title: true, url: true });
const LABELS = { title: 'The title', url: 'The address' };

/**
 * `POST …/figures/lookup`: opens a source of the article, or the file or passage given in its place, and shows the panel of the
 * figure with the passages that may hold it. A script gets the panel alone. With `url` and `title` it first adds that source.
 */
export async function postLookup(c: Context): Promise<Response> {
  const { deps, actor, limits, sourceOpener } = c.var;
  const { fields, file: bytes, fileName } = await readUpload(c.req.raw, 'file', MOST_GIVEN);
  const articleId = articleIdOf(c);
  let file = await readFigures(deps.db.read, actor, deps, {
    articleId,
    revision: parseRevisionNumber(fields.revision),
  });
  const query = { view: fields.view, figure: fields.figure };
  const isPart = c.req.header('x-fragment') === 'panel';
  const chosen = indexOf(file.ledger.figures, fields.figure);
  try {
    await limits.spend('sourceLookup', actor.id);
    let { source = '' } = fields;
    if (fields.url !== undefined) {
      const added = validateForm(newSource, { title: fields.title ?? '', url: fields.url }, LABELS);
      const revision = await addSource(deps, actor, { articleId, revision: file.revision, source: added });
      file = await readFigures(deps.db.read, actor, deps, { articleId, revision });
      source = added.url;
    }
    const asked = { articleId, revision: file.revision, anchor: fields.figure ?? '', source };
    const looked = await lookUpFigure(deps, actor, sourceOpener, {
      ...asked,
      given: givenOf(fields, bytes, fileName),
    });
    if (isPart)
      return htmlFragment(
        c,
        figurePanel({
          file,
          actor,
          view: 'copy',
          chosen,
          typed: {},
          earlier: null,
          looked,
          passages: proposedPassages(deps, file),
        }),
      );
    return figuresPage(c, file, query, { looked });
  } catch (error) {
    if (isPart) throw error;
    return renderFormError(error, async (failure, status) =>
      figuresPage(c, file, query, { refused: { failure, status, typed: { ...fields, kind: 'sourced' } } }),
    );
  }
}

/** `POST …/figures/lookups`: the server opens the sources of all numbers that an editor named, one after the other. */
export async function postLookups(c: Context): Promise<Response> {
  const { deps, actor, limits } = c.var;
  const { revision: given } = await parseForm(c);
  const asked = { articleId: articleIdOf(c), revision: parseRevisionNumber(given) };
  const file = await readFigures(deps.db.read, actor, deps, asked);
  try {
    for (const _ of sourcesOf(listNamed(file.ledger.figures))) await limits.spend('sourceLookup', actor.id);
    await askLookups(deps, actor, asked);
  } catch (error) {
    return renderFormError(error, async (failure, status) =>
      figuresPage(c, file, { view: undefined, figure: undefined }, { refused: { failure, status, typed: {} } }),
    );
  }
  return redirect(ledgerAddress(file, { view: 'lookups' }));
}

/** `GET …/figures/lookups`: how far the server is, for the script of the page. */
export async function showLookups(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const asked = { articleId: articleIdOf(c), revision: parseRevisionNumber(c.req.query('revision')) };
  return htmlFragment(
    c,
    html`${lookupsProgress({ file: await readFigures(deps.db.read, actor, deps, asked), actor })}`,
  );
}

/** What a person gave in place of an address: a file, or a passage; null for neither. @throws payload_too_large */
export function givenOf(fields: Record<string, string>, bytes: Uint8Array | null, name: string): AskedLookup['given'] {
  if (bytes === null)
    throw new Failure('payload_too_large', 'The file is larger than 12 MB.', {
      hint: 'Paste the passage that has the number.',
    });
  if (bytes.byteLength > 0) return { by: 'file', bytes: Buffer.from(bytes), type: '', name };
  const passage = fields.passage ?? '';
  return passage === ''
    ? null
    : { by: 'passage', bytes: Buffer.from(passage), type: 'text/plain; charset=utf-8', name: 'passage.txt' };
}
