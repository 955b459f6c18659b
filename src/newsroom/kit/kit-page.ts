import { html } from 'hono/html';
import * as z from 'zod';
import { notFound } from '#article/pages/not-found.ts';
import { text } from '#core/text.ts';
import type { Html } from '#html/html.ts';
import { renderFormError } from '#html/newsroom/form.ts';
import { barChart, shareBar } from '#html/newsroom/kit/bar-chart.ts';
import { acts, button, linkButton } from '#html/newsroom/kit/button.ts';
import { cards } from '#html/newsroom/kit/card.ts';
import { drawer } from '#html/newsroom/kit/drawer.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import {
  drawFields,
  ENTER_SAVES,
  formFields,
  moveRow,
  readFields,
  readTyped,
  refusalSummary,
  type ShownForm,
  typedOf,
} from '#html/newsroom/kit/form.ts';
import { listLines } from '#html/newsroom/kit/list-line.ts';
import { face, pill } from '#html/newsroom/kit/pill.ts';
import { saveBar } from '#html/newsroom/kit/save-bar.ts';
import { sign } from '#html/newsroom/kit/sign.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { toast } from '#html/newsroom/kit/toast.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';

// `/newsroom/kit`, in development: every component of the newsroom once, with example words. It stores nothing.

const OPTIONS = [
  { value: 'one', text: 'The first choice' },
  { value: 'two', text: 'The second choice', hint: 'with what follows from it' },
];

const FIELDS = formFields({
  line: { label: 'A line', hint: 'In the header, feeds and emails.', most: 20, schema: text({ min: 1, max: 20 }) },
  email: { label: 'Email address', kind: 'email', schema: z.email({ error: 'must be an email address' }) },
  password: { label: 'Password', kind: 'password', autocomplete: 'new-password', optional: true },
  count: { label: 'A number', kind: 'number', optional: true, schema: z.int().min(1, { error: 'must be 1 or more' }) },
  day: { label: 'A day', kind: 'date', optional: true },
  moment: { label: 'A day and time', kind: 'datetime-local', optional: true },
  area: { label: 'Several lines', kind: 'area', optional: true, hint: 'A sentence or two.' },
  select: { label: 'One of many', kind: 'select', options: OPTIONS, none: 'Nothing chosen', optional: true },
  choice: { label: 'One of a few', kind: 'choice', options: OPTIONS, optional: true },
  boxes: { label: 'Some of a few', kind: 'boxes', options: OPTIONS, optional: true },
  isOn: { label: 'On or off', kind: 'switch', hint: 'Works at once for everybody.' },
  colour: {
    label: 'A colour',
    kind: 'colour',
    optional: true,
    told: () => ({ text: 'Legible in light and dark', isBad: false }),
  },
  zone: { label: 'Time zone', kind: 'zone', optional: true },
  links: { label: 'Links', kind: 'links', rowName: 'Link', labels: ['Text', 'Address'], optional: true },
  lines: { label: 'Addresses', kind: 'lines', rowName: 'Address', optional: true },
  file: { label: 'A picture', kind: 'file', accept: 'image/png', hint: 'A PNG, up to 1 MB.', optional: true },
});
const VALUES = {
  line: 'Plumbline',
  email: 'desk@magazine.example',
  choice: 'one',
  boxes: ['two'],
  isOn: true,
  colour: '#9a3412',
  zone: 'America/Chicago',
  links: [
    { label: 'About', href: '/about' },
    { label: 'Standards', href: '/standards' },
  ],
};

/** `GET /newsroom/kit`. */
export async function showKit(c: Context): Promise<Response> {
  if (c.var.config.production) return notFound(c);
  return kitPage(c, { typed: typedOf(FIELDS, VALUES) });
}

/** `POST /newsroom/kit`: checks the example form as every form is checked. */
export async function postKit(c: Context): Promise<Response> {
  if (c.var.config.production) return notFound(c);
  const typed = await readTyped(c);
  const moved = moveRow(FIELDS, typed);
  if (moved) return kitPage(c, { typed: moved.typed });
  try {
    readFields(FIELDS, typed);
    return kitPage(c, { typed });
  } catch (error) {
    return renderFormError(error, (failure, status) => kitPage(c, { typed, failure }, status));
  }
}

function kitPage(c: Context, form: ShownForm, status = 200): Promise<Response> {
  return newsroomPage(c, {
    title: 'Kit',
    status,
    scripts: ['kit'],
    main: html`<h1>Kit</h1>
${refusalSummary(form.failure)}
${section('Buttons', acts(button({ text: 'Send the brief' }), button({ text: 'Save', weight: 'plain' }), button({ text: 'Bin', weight: 'quiet' }), button({ text: 'Delete for ever', weight: 'danger' }), linkButton({ text: 'New article', href: '/newsroom/new', key: 'N' }), button({ text: sign('up'), label: 'Move up', weight: 'quiet' })))}
${section(
  'Tabs',
  tabs('Example', [
    { text: 'All', href: '#', count: 24, isCurrent: true },
    { text: 'Drafts', href: '#drafts', count: 6 },
    { text: 'In review', href: '#review', count: 3 },
  ]),
)}
${section('Pills and faces', html`<p>${pill('Draft')} ${pill('Ready to publish', 'ready')} ${pill(html`<b>3</b> numbers open`, 'block')} ${face('Nora Plummet')}</p>`)}
${section('Lines', linesExample())}
${section(
  'Cards',
  cards([
    {
      title: 'Gridline Layout',
      lines: ['In-article · live since 16 November'],
      done: { part: 0.5, words: '7 of 14 days' },
    },
    {
      title: 'Tie-Bot Ltd.',
      lines: ['Field Brief, 1 December · $1,200'],
      acts: [pill('conflicts with ScanCo', 'block'), button({ text: 'Look', weight: 'plain' })],
    },
  ]),
)}
${section('Empty state', emptyState({ title: 'No series yet', text: 'A series keeps articles in an order of reading.', act: linkButton({ text: 'Start a series', href: '#', weight: 'primary' }) }))}
${section(
  'Table',
  table({
    caption: 'Deliveries of the last week',
    columns: [{ text: 'Day' }, { text: 'Sent', isNumber: true }, { text: 'State' }],
    rows: [
      ['Monday', 12, pill('Delivered', 'ready')],
      ['Tuesday', 7, pill('4 refused', 'block')],
    ],
  }),
)}
${section('Charts', chartsExample())}
${section('Drawer', html`${button({ text: 'Open the drawer', weight: 'plain', opens: 'example-drawer' })}${drawer({ id: 'example-drawer', title: 'Send the brief', sections: [{ title: 'Checks', body: html`<p>Every number is settled ${pill('Nothing blocks', 'ready')}</p>` }], foot: [button({ text: 'Send the brief' })] })}`)}
${section('Toast', toast('Moved to the bin.', html`<form method="post" action="/newsroom/kit">${button({ text: 'Undo', weight: 'plain' })}</form>`))}
${section(
  'Form',
  html`<form class="entry" method="post" action="/newsroom/kit" novalidate data-counts-changes>${ENTER_SAVES}
${drawFields(FIELDS, form)}
${saveBar({ discard: '/newsroom/kit' })}</form>`,
)}`,
  });
}

function section(title: string, body: Html): Html {
  return html`<section><h2>${title}</h2>
${body}</section>`;
}

function chartsExample(): Html {
  const reads = [3, 5, 8, 6, 9, 12];
  const day = (at: number) => `${at + 1} Nov`;
  return html`<div class="charts">${barChart({ title: 'Reads by people', told: '4,300 in six days; most on 6 Nov.', of: 'Day', series: ['Reads'], points: reads.map((value, at) => ({ label: day(at), values: [value * 100] })) })}
${barChart({
  title: 'Reads by who read',
  of: 'Day',
  series: ['People', 'Search engines', 'AI assistants', 'Unknown'],
  points: reads.map((value, at) => ({ label: day(at), values: [value * 100, value * 60, value * 45, value * 9] })),
})}</div>
${table({
  caption: 'Shares as bars in a table',
  columns: [{ text: 'Agent' }, { text: 'Published, as a bar', isUnseen: true }, { text: 'Published', isNumber: true }],
  rows: [
    ['desk-bot', shareBar({ part: 3, whole: 5, most: 8 }), '3 of 5'],
    ['wire-bot', shareBar({ part: 8, whole: 8, most: 8 }), '8 of 8'],
  ],
})}`;
}

function linesExample(): Html {
  return listLines([
    {
      title: 'The camera sees the harness. It does not see the clearance',
      href: '#line',
      facts: ['Field operations', 'Nora Plummet', 'revision 4, 20 minutes ago'],
      side: [pill(html`<b>3</b> numbers open`, 'block'), html`<span class="late">today</span>`, face('Nora Plummet')],
      tick: { name: 'article', value: '1', label: 'Choose “The camera sees the harness”' },
    },
    {
      title: 'Robots on rebar: what the tie counts leave out',
      facts: ['Robotics', 'Sol Kerf'],
      side: [pill('Ready to publish', 'ready'), face('Sol Kerf')],
      tick: { name: 'article', value: '2', label: 'Choose “Robots on rebar”' },
    },
  ]);
}
