import { html } from 'hono/html';
import { countByWeek, type SubscriberWeek } from '#brief/subscribers/list-subscribers.ts';
import { shortDate } from '#html/html.ts';
import { barChart } from '#html/newsroom/kit/bar-chart.ts';
import { newsroomPage } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { SUBSCRIBERS_TRAIL } from './trail.ts';

/** Weeks of the charts. */
const WEEKS = 12;

/** `GET /newsroom/subscribers/growth`: how many people get the brief, week by week. */
export async function showGrowth(c: Context): Promise<Response> {
  const weeks = await countByWeek(c.var.deps, WEEKS);
  const sum = (of: 'came' | 'left') => weeks.reduce((all, week) => all + week[of], 0);
  const point = ({ week }: SubscriberWeek) => shortDate(week).slice(0, -5);
  return newsroomPage(c, {
    title: 'Growth of the list',
    head: { title: 'Growth of the list', trail: SUBSCRIBERS_TRAIL },
    main: html`${barChart({
      title: 'Confirmed subscribers at the end of each week',
      told: growthWords(weeks),
      of: 'Week of',
      series: ['Confirmed'],
      points: weeks.map((week) => ({ label: point(week), values: [week.confirmed] })),
    })}
${barChart({
  title: 'Who came and who left in each week',
  told: `${count(sum('came'))} confirmed and ${count(sum('left'))} left in these ${weeks.length} weeks.`,
  of: 'Week of',
  series: ['Confirmed', 'Left'],
  points: weeks.map((week) => ({ label: point(week), values: [week.came, week.left] })),
})}
<p class="hint">A week begins on Monday, by UTC. The last one goes to now. Who left: unsubscribed, suppressed or erased.</p>`,
  });
}

function growthWords(weeks: readonly SubscriberWeek[]): string {
  const now = weeks.at(-1)?.confirmed ?? 0;
  const more = now - (weeks[0]?.confirmed ?? 0);
  const change = more === 0 ? 'as many as' : `${count(Math.abs(more))} ${more > 0 ? 'more' : 'fewer'} than`;
  return `${count(now)} now, ${change} ${weeks.length - 1} weeks ago.`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}
