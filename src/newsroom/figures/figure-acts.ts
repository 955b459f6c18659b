import * as z from 'zod';
import { EXEMPT_CLASSES } from '#article/settlement-kinds.ts';
import { isEditorial } from '#core/actor.ts';
import { Failure } from '#core/failure.ts';
import { text } from '#core/text.ts';
import { overrideGate } from '#editorial/gate/override-gate.ts';
import { indexOf, ledgerAddress, nextNeedingAttention, shortAnchor } from '#editorial/newsroom/figure-state.ts';
import { readMethod, unix } from '#editorial/newsroom/read-method.ts';
import { type ArticleFigures, readFigures } from '#editorial/settle/read-figures.ts';
import {
  confirmExempt,
  confirmSettlement,
  type FigureReference,
  proposeSettlement,
  refuseSettlement,
  reopenFigure,
  settleFigure,
} from '#editorial/settle/settle.ts';
import { MOST_ALIKE, settleAlike } from '#editorial/settle/settle-alike.ts';
import { getFigure } from '#editorial/settle/settlement-rows.ts';
import { openFound } from '#editorial/sources/found-seal.ts';
import { setArchivedCopy } from '#editorial/sources/set-archived-copy.ts';
import type { LedgerFigure } from '#evidence/figures/ledger.ts';
import type { SettlementMethod } from '#evidence/figures/settlement.ts';
import { parseForm, renderFormError } from '#html/newsroom/form.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { aboutField } from '#html/newsroom/kit/form.ts';
import { redirect } from '#html/newsroom/page.ts';
import { articleIdOf, parseRevisionNumber } from '#html/newsroom/params.ts';
import { validateForm } from '#http/body.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { figuresPage } from './figures-page.ts';
import { listName } from './list-name.ts';
import { nextFound } from './lookups-view.ts';

// The handlers of the ledger's forms. Each form names the exact revision and the figure that its page showed.

const becauseSchema = z.strictObject({ because: text({ max: 500 }) });

/** `POST …/figures/settle`: an editor settles, a writer proposes. */
export function postSettle(c: Context): Promise<Response> {
  return act(c, async (fields, file) => {
    const { deps, actor } = c.var;
    const seen = { articleId: file.articleId, revision: file.revision, anchor: fields.figure ?? '' };
    const settling = withFound(c, seen, readMethod(fields, file.ledger.figures), fields.found);
    const alike = anchorsOf(fields.also, file.ledger.figures);
    if (fields.everywhere === 'yes' && settling.kind === 'exempt') await putOnList(c, fields, file);
    if (alike.length > 0) await settleAlike(deps, actor, { ...seen, anchors: [seen.anchor, ...alike] }, settling);
    else if (isEditorial(actor)) await settleFigure(deps, actor, seen, settling);
    else await proposeSettlement(deps, actor, seen, settling);
  });
}

/** Puts the name that the form has on the list of names. @throws forbidden, validation_failed when the number is not part of it */
async function putOnList(c: Context, fields: Record<string, string>, { ledger }: ArticleFigures): Promise<void> {
  const { deps, actor, cache } = c.var;
  if (fields.class !== 'name')
    throw new Failure('validation_failed', 'Only a name can go on the list of names.', {
      hint: 'Choose “part of a name”, or take the tick away.',
    });
  const figure = getFigure(ledger, fields.figure ?? '');
  const listed = { name: fields.listedName ?? '', figure };
  await listName(deps, actor, siteSnapshot().publication, listed).catch((error) => {
    throw error instanceof Failure && error.kind === 'validation_failed' ? aboutField(error, 'listedName') : error;
  });
  await cache.catchUp(); // the next page of this process shows the new list
}

/** The method with what was found in the source, where the form was sent from a passage that the server found. */
function withFound(c: Context, seen: FigureReference, settling: SettlementMethod, sealed = ''): SettlementMethod {
  if (sealed === '' || settling.kind !== 'sourced') return settling;
  const { source, locator, quote = '' } = settling;
  const { articleId, anchor } = seen;
  return { ...settling, found: openFound(c.var.deps, { articleId, anchor, source, locator, quote }, sealed) };
}

/** The anchors of the other figures to settle in the same way, as the form names them: the first characters of each. */
function anchorsOf(also: string | undefined, figures: readonly LedgerFigure[]): string[] {
  return (also ?? '')
    .split(' ')
    .slice(0, MOST_ALIKE)
    .flatMap((short) => figures[indexOf(figures, short)]?.anchor ?? []);
}

/** `POST …/figures/confirm`. */
export function postConfirm(c: Context): Promise<Response> {
  return act(c, (fields, file) => {
    const { articleId, revision } = file;
    const id = fields.settlement ?? '';
    return confirmSettlement(c.var.deps, c.var.actor, { articleId, revision, id, because: reasonOf(fields) });
  });
}

/** `POST …/figures/refuse`. */
export function postRefuse(c: Context): Promise<Response> {
  return act(c, (fields, file) =>
    refuseSettlement(c.var.deps, c.var.actor, {
      articleId: file.articleId,
      id: fields.settlement ?? '',
      because: reasonOf(fields),
    }),
  );
}

/** `POST …/figures/open`. */
export function postOpen(c: Context): Promise<Response> {
  return act(c, (fields, file) =>
    reopenFigure(c.var.deps, c.var.actor, {
      articleId: file.articleId,
      id: fields.settlement ?? '',
      because: reasonOf(fields),
    }),
  );
}

/** `POST …/figures/exempt`: confirms the ticked figures as exempt, all of one class. */
export function postExempt(c: Context): Promise<Response> {
  return act(c, async (fields, file) => {
    const { class: given } = validateForm(z.object({ class: z.enum(EXEMPT_CLASSES) }), fields, { class: 'The class' });
    const { figures } = file.ledger;
    const anchors = Object.keys(fields)
      .filter((name) => name.startsWith('x-'))
      .flatMap((name) => figures[indexOf(figures, name.slice(2))]?.anchor ?? []);
    const { articleId, revision } = file;
    if (anchors.length > 0)
      await confirmExempt(c.var.deps, c.var.actor, { articleId, revision, className: given, anchors });
  });
}

/** `POST …/figures/archived`: stores or removes the address of an archived copy of a source. */
export function postArchived(c: Context): Promise<Response> {
  return act(c, ({ source = '', archived = '' }, { articleId, revision }) =>
    setArchivedCopy(c.var.deps, c.var.actor, { articleId, revision, source, archived }),
  );
}

/** `POST …/figures/override`: a chief lets one entry of the gate pass. */
export function postOverride(c: Context): Promise<Response> {
  return act(c, async ({ code = '', path = '', reason = '' }, file) => {
    await overrideGate(c.var.deps, c.var.actor, {
      articleId: file.articleId,
      revision: file.revision,
      code,
      path,
      reason: unix(reason),
    });
  });
}

type Act = (fields: Record<string, string>, file: ArticleFigures) => Promise<void>;

/**
 * Runs an action, then redirects to the next open number; on an error it shows the ledger with the form as it was sent. A script
 * gets the next open number, or the error, as JSON.
 */
async function act(c: Context, work: Act): Promise<Response> {
  const fields = await parseForm(c);
  const read = () =>
    readFigures(c.var.deps.db.read, c.var.actor, c.var.deps, {
      articleId: articleIdOf(c),
      revision: parseRevisionNumber(fields.revision),
    });
  const file = await read();
  const next = async () => {
    const { figures } = (await read()).ledger;
    const here = indexOf(figures, fields.figure);
    const following = fields.view === 'lookups' ? nextFound(figures, here) : nextNeedingAttention(figures, here);
    return { was: figures[here], open: figures[following] };
  };
  if (c.req.header('accept') === 'application/json') {
    const answer = jsonHandler(async () => {
      await work(fields, file);
      const { open } = await next();
      return { next: open ? shortAnchor(open) : null };
    });
    return answer(c);
  }
  try {
    await work(fields, file);
  } catch (error) {
    return renderFormError(error, async (failure, status) =>
      figuresPage(
        c,
        await read(),
        { view: fields.view, figure: fields.figure },
        { refused: { failure, status, typed: fields } },
      ),
    );
  }
  const { was, open } = await next();
  return redirect(ledgerAddress(file, { view: fields.view ?? 'copy', figure: open ?? was, was }));
}

function reasonOf(fields: Record<string, string>): string | null {
  const { because } = validateForm(becauseSchema, { because: fields.because ?? '' }, { because: 'Why' });
  return because === '' ? null : because;
}
