import { html } from 'hono/html';
import { indexOf, needsAttention, shortAnchor, stateOf } from '#editorial/newsroom/figure-state.ts';
import { findEarlierSettlement } from '#editorial/settle/earlier-settlement.ts';
import { readFigures } from '#editorial/settle/read-figures.ts';
import { listTypedFigures } from '#editorial/settle/typed-figures.ts';
import { proposedPassages } from '#editorial/sources/look-up.ts';
import { readServerCopy } from '#editorial/write/working-copy.ts';
import { jsonHandler } from '#html/newsroom/json-handler.ts';
import { htmlFragment } from '#html/newsroom/page.ts';
import { articleIdOf } from '#html/newsroom/params.ts';
import type { Context } from '#http/context.ts';
import { figurePanel } from '#newsroom/figures/figure-panel.ts';

// The numbers in the editor: which words of the text are one, and the panel that settles one.

/**
 * `GET /newsroom/articles/{articleId}/figures/typed`: the figures in the body of what this member typed last, and
 * which ones outside of it are open.
 */
export const readTypedFigures = jsonHandler(async (c) => {
  const tx = c.var.deps.db.read;
  const { copy } = await readServerCopy(tx, c.var.actor, articleIdOf(c));
  const all = await listTypedFigures(tx, articleIdOf(c), copy);
  const figures = all
    .filter(({ field }) => field === 'body')
    .map((figure) => ({
      figure: shortAnchor(figure),
      block: figure.blockId,
      turn: figure.blockTurn,
      text: figure.text,
      nth: figure.nth,
      state: stateOf(figure),
    }));
  const open = all.filter(needsAttention);
  const elsewhere = open
    .filter(({ field }) => field !== 'body')
    .map((figure) => ({ figure: shortAnchor(figure), text: figure.text, state: stateOf(figure), field: figure.field }));
  return { figures, open: open.length, all: all.length, elsewhere };
});

/**
 * `GET /newsroom/articles/{articleId}/figures/panel?figure=…`: the panel of one figure of the latest revision; without a figure,
 * of the first that needs attention.
 */
export async function showPanel(c: Context): Promise<Response> {
  const { actor, deps } = c.var;
  const file = await readFigures(deps.db.read, actor, deps, { articleId: articleIdOf(c), revision: null });
  const { figures } = file.ledger;
  const asked = c.req.query('figure');
  const chosen = asked ? indexOf(figures, asked) : Math.max(0, figures.findIndex(needsAttention));
  const figure = figures[chosen];
  if (!figure && asked) return htmlFragment(c, NOT_SAVED);
  const earlier = figure ? await findEarlierSettlement(deps.db.read, file, figure) : null;
  return htmlFragment(
    c,
    figurePanel({ file, actor, view: 'copy', chosen, typed: {}, earlier, passages: proposedPassages(deps, file) }),
  );
}

const NOT_SAVED = html`<section id="figure" class="figure-panel" aria-labelledby="figure-title" tabindex="-1"><h2 id="figure-title">Not saved yet</h2>
<p>This number, or a word of its sentence, is not in a saved revision. It can be settled once it is saved.</p>
<p><button type="button" data-act="save">Save and settle</button></p></section>`;
