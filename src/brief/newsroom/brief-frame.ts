import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import { longDate } from '#html/html.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { newsroomPage, type Toast } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { briefPill } from './brief-state.ts';
import type { BriefView } from './brief-view.ts';
import { BRIEF_STYLES } from './briefs-page.ts';

export type BriefPart = 'compose' | 'numbers' | 'send';

type Shown = { part: BriefPart; status: number; toast: Toast | null; main: Html; styles?: readonly string[] };

/** A page of one brief: its head, and its parts in the order in which they are done. */
export function briefFrame(c: Context, view: BriefView, { part, status, toast, main, styles = [] }: Shown) {
  const { brief, content, figures, canChange } = view;
  const at = `/newsroom/briefs/${brief.day}`;
  const open = figures.filter(({ state }) => state !== 'settled').length;
  const parts = [
    ...(canChange === 'no' ? [] : [{ text: 'Compose', href: at, isCurrent: part === 'compose' }]),
    ...(canChange === 'no'
      ? []
      : [{ text: 'Numbers', href: `${at}/numbers`, isCurrent: part === 'numbers', ...(open > 0 && { count: open }) }]),
    { text: canChange === 'yes' ? 'Check and send' : 'The send', href: `${at}/send`, isCurrent: part === 'send' },
  ];
  return newsroomPage(c, {
    title: `Field Brief of ${brief.day}`,
    status,
    styles: [...BRIEF_STYLES, ...styles],
    scripts: ['brief'],
    head: {
      title: longDate(brief.day),
      others: brief.state === 'sent' ? [{ text: 'Read it in the archive', href: `/brief/${brief.day}` }] : [],
    },
    toast,
    main: html`<p class="about-brief"><a href="/newsroom/briefs">Field Brief</a> No. ${brief.number} ${briefPill(brief)} <span class="hint">Revision ${content.revision}, saved by ${content.saved.name}</span></p>
${parts.length > 1 ? tabs('Parts of the brief', parts) : ''}
${main}`,
  });
}
