import { html } from 'hono/html';
import { type Colleague, listColleagues } from '#editorial/review/presence.ts';
import type { Html } from '#html/html.ts';
import { longDate, weekday } from '#html/html.ts';
import { findWaiting } from '#html/newsroom/frame/waiting.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { addDays, formatRecent, inZone, todayOf, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { type DayLine, declared, type WaitingItem } from '#http/declared.ts';
import { newArticleButton } from '#newsroom/articles/board.ts';
import { ARTICLES } from '#newsroom/articles/board-filter.ts';
import { firstSteps } from '#site/newsroom/first-steps.ts';
import { readStarted, type StartedArticle } from './started.ts';

/** Days after today whose plans are listed. */
const AHEAD = 7;
/** Lines of the schedule, and of what was published. */
const MOST = 12;

/** `GET /newsroom`: what waits for this person, and the day. */
export async function showToday(c: Context): Promise<Response> {
  const query = new URL(c.req.url).search;
  // The list of articles had this address: links to it have its filter.
  if (query !== '') return redirect(ARTICLES + query);
  const { deps, session } = c.var;
  const today = todayOf(c);
  const [waiting, lines, started, here] = await Promise.all([
    findWaiting(c),
    findDayLines(c, today),
    readStarted(deps.db.read, session.editor),
    listColleagues(deps, deps.db.read, session.editor),
  ]);
  const failed = waiting.filter(({ isFailure }) => isFailure);
  return newsroomPage(c, {
    title: 'Today',
    head: { title: greeting(c), primary: { form: newArticleButton() } },
    main: html`${await firstSteps(c)}
<div class="today-columns"><div>
${waitingBlock(waiting.filter(({ isFailure }) => !isFailure))}
${failed.length > 0 ? block('failed', 'Failed', html`<ul class="todo">${failed.map(waitingItem)}</ul>`) : ''}
${started.length > 0 ? block('started', 'You were writing', html`<ul class="todo">${started.map((article) => startedItem(c, article))}</ul>`, html`<p class="more"><a href="/newsroom/articles?stage=draft&amp;q=by%3Ame">All drafts</a></p>`) : ''}
</div><div>
${scheduleBlock(c, lines, today)}
${readersBlock(c, lines, today)}
${here.length > 0 ? block('here', 'Here now', html`<ul class="day-lines">${here.map(colleagueItem)}</ul>`) : ''}
</div></div>`,
  });
}

/** Of yesterday, today and the next days, in the order of their times. */
async function findDayLines(c: Context, today: string): Promise<DayLine[]> {
  const days = { from: addDays(today, -1), before: addDays(today, AHEAD + 1), zone: zoneOf(c) };
  const lists = await Promise.all(
    declared().dayLines.map(async (load) => (await load()).findDayLines(c.var.deps, c.var.session.editor, days)),
  );
  return lists.flat().sort((line, other) => (line.at < other.at ? -1 : line.at > other.at ? 1 : 0));
}

function greeting(c: Context): string {
  const hour = Number(inZone(new Date(c.var.deps.clock()).toISOString(), zoneOf(c)).slice(11, 13));
  const [first = ''] = c.var.session.editor.name.split(' ');
  return `Good ${hour < 5 || hour >= 18 ? 'evening' : hour < 12 ? 'morning' : 'afternoon'}, ${first}`;
}

function block(id: string, title: Html | string, content: Html, more: Html | string = ''): Html {
  return html`<section class="block" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${more}
${content}</section>`;
}

function waitingBlock(waiting: WaitingItem[]): Html {
  return block(
    'waiting',
    html`Waiting for you${waiting.length > 0 ? html` <span class="count">${waiting.length}</span>` : ''}`,
    waiting.length === 0
      ? html`<p class="hint">Nothing waits for you.</p>`
      : html`<ul class="todo">${waiting.map(waitingItem)}</ul>`,
  );
}

/** The first of all has the primary button. */
function waitingItem({ title, facts, act }: WaitingItem, at: number): Html {
  return html`<li><div><a class="title" href="${act.path}">${title}</a> <span class="about">${facts}</span></div>
<a class="btn${at === 0 ? '' : ' plain'}" href="${act.path}">${act.text}<span class="unseen">: ${title}</span></a></li>`;
}

function startedItem(c: Context, { id, headline, savedAt, words }: StartedArticle): Html {
  return html`<li><div><a class="title" href="/newsroom/articles/${id}/edit">${headline}</a> <span class="about">${words} ${words === 1 ? 'word' : 'words'}, saved as draft ${formatRecent(c, savedAt)}</span></div>
<a class="btn plain" href="/newsroom/articles/${id}/edit">Continue<span class="unseen">: ${headline}</span></a></li>`;
}

/** What is still to come today and on the next days. */
function scheduleBlock(c: Context, lines: DayLine[], today: string): Html {
  const shown = lines.filter((line) => !line.isForReaders && dayOf(c, line) >= today).slice(0, MOST);
  return block(
    'schedule',
    html`Today, ${weekday(today)} <time datetime="${today}">${longDate(today).replace(/ \d+$/, '')}</time>`,
    shown.length === 0
      ? html`<p class="hint">Nothing is planned for today and the next ${AHEAD} days.</p>`
      : html`<ul class="day-lines">${shown.map((line) => dayItem(c, line, today))}</ul>`,
    html`<p class="more"><a href="/newsroom/calendar">Calendar</a></p>`,
  );
}

function readersBlock(c: Context, lines: DayLine[], today: string): Html {
  const given = lines
    .filter((line) => line.isForReaders)
    .toReversed()
    .slice(0, MOST);
  return block(
    'readers',
    'Published since yesterday',
    given.length === 0
      ? html`<p class="hint">Nothing was published since yesterday.</p>`
      : html`<ul class="day-lines">${given.map((line) => dayItem(c, line, today))}</ul>`,
    html`<p class="more"><a href="/">View site</a></p>`,
  );
}

function dayItem(c: Context, line: DayLine, today: string): Html {
  const day = dayOf(c, line);
  const time = line.at.length > 10 ? inZone(line.at, zoneOf(c)).slice(11) : '';
  const words = [day === today ? '' : day === addDays(today, -1) ? 'Yesterday' : weekday(day).slice(0, 3), time];
  return html`<li><time datetime="${line.at}">${words.filter(Boolean).join(' ') || 'Today'}</time><span>${line.what}: <a href="${line.path}">${line.title}</a>${line.trouble ? html` <b class="trouble">${line.trouble}</b>` : ''}</span></li>`;
}

function dayOf(c: Context, { at }: DayLine): string {
  return at.length > 10 ? inZone(at, zoneOf(c)).slice(0, 10) : at;
}

function colleagueItem({ name, isWriting, articleId, headline }: Colleague): Html {
  return html`<li><span>${name}</span><span>${isWriting ? 'writes' : 'reads'} <a href="/newsroom/articles/${articleId}">${headline}</a></span></li>`;
}
