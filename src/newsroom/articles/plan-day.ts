import { html } from 'hono/html';
import { STAGES } from '#article/stage.ts';
import { Failure } from '#core/failure.ts';
import { isDay, setDue } from '#editorial/review/assign.ts';
import { startDraft } from '#editorial/write/start-draft.ts';
import { parseForm } from '#html/newsroom/form.ts';
import { acts, button } from '#html/newsroom/kit/button.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { todayOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { readBoard } from '#newsroom/articles/read/board.ts';
import { ownByline } from '#people/bylines.ts';
import { STAGE_LABELS } from './board-filter.ts';
import { dayWords } from './calendar-grid.ts';

/** Articles offered of each stage. */
const MOST = 40;

/** `GET /newsroom/calendar/plan?day=2026-11-21`: plans an article for a day, one without a due day or a new one. */
export async function showPlanDay(c: Context): Promise<Response> {
  const day = requireDay(c.req.query('day'));
  const filter = { due: 'none', limit: MOST, today: todayOf(c) } as const;
  const { stages } = await readBoard(c.var.deps.db.read, c.var.actor, filter);
  const open = stages.filter(({ stage, lines }) => OPEN.includes(stage) && lines.length > 0);
  return newsroomPage(c, {
    title: `Plan for ${dayWords(day)}`,
    head: {
      title: `Plan for ${dayWords(day)}`,
      trail: [{ text: 'Calendar', href: `/newsroom/calendar?month=${day.slice(0, 7)}` }],
    },
    main: html`${
      open.length === 0
        ? html`<p>Every open article has a due day. Move it in the calendar, or start a new one.</p>`
        : html`<form class="entry" method="post" action="/newsroom/calendar/due">
<input type="hidden" name="day" value="${day}">
<div class="field"><label for="id">An article without a due day</label>
<select id="id" name="id">${open.map(
            ({ stage, lines }) =>
              html`<optgroup label="${STAGE_LABELS[stage].name}">${lines.map((line) => html`<option value="${line.id}">${line.headline}</option>`)}</optgroup>`,
          )}</select></div>
${acts(button({ text: 'Set the due day' }))}
</form>`
    }
<form class="entry" method="post" action="/newsroom/calendar/start"><input type="hidden" name="day" value="${day}">
${acts(button({ text: 'Start a new article due on this day', weight: 'plain' }))}</form>`,
  });
}

const OPEN = STAGES.filter((stage) => !['scheduled', 'published', 'unpublished'].includes(stage));

/** `POST /newsroom/calendar/start`: starts an article that is due on a day, and opens it. */
export async function postStartOnDay(c: Context): Promise<Response> {
  const day = requireDay((await parseForm(c)).day);
  const { deps, session } = c.var;
  const id = await startDraft(deps, session.editor, await ownByline(deps, session.editor));
  await setDue(deps, session.editor, id, day);
  return redirect(`/newsroom/articles/${id}/edit`);
}

/** @throws validation_failed */
function requireDay(day = ''): string {
  if (isDay(day)) return day;
  throw new Failure('validation_failed', 'The address names no day.', { hint: 'Choose a day in the calendar.' });
}
