import { html } from 'hono/html';
import { openSections, sectionName } from '#article/section.ts';
import { dayStart } from '#core/wall-time.ts';
import { type Html, shortDate } from '#html/html.ts';
import { barChart, shareBar } from '#html/newsroom/kit/bar-chart.ts';
import { linkButton } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { table } from '#html/newsroom/kit/table.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import { todayOf, zoneOf } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import {
  type AgentStats,
  readAgentStats,
  readWeeklyStats,
  type SectionWeek,
  weekOf,
} from '#newsroom/stats/weekly-stats.ts';

/** Weeks that can be shown, including the current one; the first of them if none is chosen. */
const SPANS = [12, 26, 52] as const;
const WEEK = 7 * 86_400_000;

const WHATS = [
  { what: 'drafts', name: 'New drafts' },
  { what: 'published', name: 'Published' },
  { what: 'corrected', name: 'Corrected' },
] as const;
type What = (typeof WHATS)[number]['what'];

/** The weeks shown, the same number of weeks before them, and the work in both. */
type Shown = { span: number; section: string | null; weeks: string[]; before: string[]; lines: SectionWeek[] };

/**
 * `GET /newsroom/weeks?weeks=…&section=…`: drafts, publications and corrections by week and section, and what was published of the
 * agents' work.
 */
export async function showWeeks(c: Context): Promise<Response> {
  const { deps, actor } = c.var;
  const zone = zoneOf(c);
  const span = SPANS.find((weeks) => String(weeks) === c.req.query('weeks')) ?? SPANS[0];
  const last = weekOf(todayOf(c));
  const allWeeks = Array.from({ length: span * 2 }, (_, at) =>
    new Date(Date.parse(last) - (span * 2 - 1 - at) * WEEK).toISOString().slice(0, 10),
  );
  const [before, weeks] = [allWeeks.slice(0, span), allWeeks.slice(span)];
  const lines = await readWeeklyStats(deps.db.read, actor, before[0] ?? last, zone);
  const programs = await readAgentStats(deps.db.read, actor, dayStart(weeks[0] ?? last, zone));
  const sections = sectionsOf(lines);
  const section = sections.find((slug) => slug === c.req.query('section')) ?? null;
  const shown: Shown = { span, section, weeks, before, lines };
  return newsroomPage(c, {
    title: 'Statistics',
    head: { title: 'Statistics' },
    main: html`${tabs(
      'Weeks',
      SPANS.map((weeks) => ({
        text: `${weeks} weeks`,
        href: address(weeks, section),
        isCurrent: weeks === span,
      })),
    )}
${tabs('Section', [
  { text: 'All sections', href: address(span, null), isCurrent: section === null },
  ...sections.map((slug) => ({ text: sectionName(slug), href: address(span, slug), isCurrent: slug === section })),
])}
<div class="charts">${WHATS.map((chart) => weekChart(chart, shown))}</div>
<p class="hint">Each week is named by its Monday. The last week is not over yet. Times are in the zone ${zone}.</p>
${section === null ? sectionPart(shown, sections) : ''}
${weekTable(shown)}
${programPart(programs, span)}`,
  });
}

function address(weeks: number, section: string | null): string {
  const query = new URLSearchParams({
    ...(weeks !== SPANS[0] && { weeks: String(weeks) }),
    ...(section !== null && { section }),
  });
  return `/newsroom/weeks${query.size > 0 ? `?${query}` : ''}`;
}

/** The sections that are open, and those with work in these weeks. */
function sectionsOf(lines: SectionWeek[]): string[] {
  return [...new Set([...openSections().map(({ slug }) => slug), ...lines.map(({ section }) => section)])];
}

function countOf({ lines }: Shown, what: What, weeks: readonly string[], section: string | null): number {
  return lines
    .filter((line) => weeks.includes(line.week) && (section === null || line.section === section))
    .reduce((sum, line) => sum + line[what], 0);
}

function weekChart({ what, name }: (typeof WHATS)[number], shown: Shown): Html {
  const { span, section, weeks, before } = shown;
  const points = weeks.map((week) => ({
    label: week,
    short: shortDate(week).slice(0, -5),
    values: [countOf(shown, what, [week], section)],
  }));
  return barChart({
    title: section === null ? `${name} by week` : `${name} by week, ${sectionName(section)}`,
    told: `${countOf(shown, what, weeks, section)} in ${span} weeks; ${countOf(shown, what, before, section)} in the ${span} weeks before.`,
    of: 'Week of',
    series: [name],
    points,
  });
}

function sectionPart(shown: Shown, sections: readonly string[]): Html {
  const rows = sections.map((slug) => ({
    slug,
    counts: WHATS.map(({ what }) => countOf(shown, what, shown.weeks, slug)),
    published: countOf(shown, 'published', shown.weeks, slug),
  }));
  const most = Math.max(1, ...rows.map(({ published }) => published));
  return html`<section aria-labelledby="sections-title">
<h2 id="sections-title">By section</h2>
${table({
  caption: `New drafts, published and corrected in ${shown.span} weeks, by section`,
  hasUnseenCaption: true,
  columns: [
    { text: 'Section' },
    ...WHATS.map(({ name }) => ({ text: name, isNumber: true as const })),
    { text: 'Published, as a bar', isUnseen: true },
  ],
  rows: rows.map(({ slug, counts, published }) => [
    html`<a href="${address(shown.span, slug)}">${sectionName(slug)}</a>`,
    ...counts,
    shareBar({ part: published, whole: published, most }),
  ]),
})}
</section>`;
}

function weekTable({ lines, weeks, section }: Shown): Html {
  const shown = lines.filter((line) => weeks.includes(line.week) && (section === null || line.section === section));
  return html`<details>
<summary>Every week and section</summary>
${
  shown.length === 0
    ? html`<p>Nothing was drafted, published or corrected in these weeks.</p>`
    : table({
        caption: 'New drafts, published and corrected, by week and section',
        hasUnseenCaption: true,
        columns: [
          { text: 'Week of' },
          { text: 'Section' },
          ...WHATS.map(({ name }) => ({ text: name, isNumber: true as const })),
        ],
        rows: shown
          .toReversed()
          .map((line) => [line.week, sectionName(line.section), ...WHATS.map(({ what }) => line[what])]),
      })
}
</details>`;
}

function programPart(programs: AgentStats[], span: number): Html {
  const most = Math.max(1, ...programs.map(({ articles }) => articles));
  return html`<section aria-labelledby="agents-title">
<h2 id="agents-title">Articles written by agents</h2>
${
  programs.length === 0
    ? emptyState({
        title: `No agent wrote anything in ${span} weeks`,
        text: 'An agent that asks for access shows a code. Enter it to see what it asks for.',
        act: linkButton({ text: 'Approve agent', href: '/agent/claim' }),
      })
    : html`<p class="hint">Articles for which each agent wrote a revision. Filled: a revision by the agent was published. Outlined: not published.</p>
${table({
  caption: 'Articles written by agents',
  hasUnseenCaption: true,
  columns: [
    { text: 'Agent' },
    { text: 'Approved by' },
    { text: 'Published, as a bar', isUnseen: true },
    { text: 'Published', isNumber: true },
    { text: 'Never published', isNumber: true },
    { text: 'Changes requested', isNumber: true },
  ],
  rows: programs.map((program) => [
    program.program || 'No name given',
    program.letInBy,
    shareBar({ part: program.accepted, whole: program.articles, most }),
    `${program.accepted} of ${program.articles}`,
    program.articles - program.accepted,
    program.changesRequested,
  ]),
})}`
}
</section>`;
}
