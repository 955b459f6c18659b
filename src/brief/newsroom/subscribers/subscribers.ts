import { html } from 'hono/html';
import {
  countSubscribers,
  type ListedSubscriber,
  listSubscribers,
  type SubscriberQuery,
} from '#brief/subscribers/list-subscribers.ts';
import { SUBSCRIBER_STATES, type SubscriberState } from '#brief/subscribers/subscriber.ts';
import type { Html } from '#html/html.ts';
import { button, linkButton } from '#html/newsroom/kit/button.ts';
import { emptyState } from '#html/newsroom/kit/empty-state.ts';
import { field } from '#html/newsroom/kit/field.ts';
import { type ListLine, listLines } from '#html/newsroom/kit/list-line.ts';
import { tabs } from '#html/newsroom/kit/tabs.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import { formatTime } from '#html/newsroom/time.ts';
import type { Context } from '#http/context.ts';
import { NO_ADDRESS, STATE_LABELS, statePill } from './state-words.ts';

/** Lines on a page. */
const SHOWN = 100;

const PATH = '/newsroom/subscribers';

type Asked = Pick<SubscriberQuery, 'q' | 'state'>;

/** `GET /newsroom/subscribers`: the list. A whole address that is on it leads to its subscriber. */
export async function showSubscribers(c: Context): Promise<Response> {
  const { deps, config } = c.var;
  const asked = parseQuery(c);
  const after = c.req.query('after')?.slice(0, 100) ?? null;
  const { subscribers, next } = await listSubscribers(deps.db.read, { ...asked, after, limit: SHOWN });
  const [only] = subscribers;
  if (subscribers.length === 1 && only?.address?.toLowerCase() === asked.q.toLowerCase() && after === null)
    return redirect(`${PATH}/${only.id}`);
  const counts = await countSubscribers(deps.db.read);
  return newsroomPage(c, {
    title: 'Subscribers',
    head: {
      title: 'Subscribers',
      primary: { text: 'Add subscribers', href: `${PATH}/import` },
      others: [
        { text: 'Growth', href: `${PATH}/growth` },
        { text: 'Export', href: `${PATH}/export` },
      ],
    },
    toast: c.req.query('done') === 'erased' ? { text: 'The address is erased.' } : null,
    main: html`${config.mail ? '' : html`<div class="refusal"><p><strong>This newsroom sends no email.</strong></p><p>Nobody can subscribe or confirm until <code>SMTP_URL</code> is set.</p></div>`}
${stateTabs(asked, counts)}
${searchForm(asked)}
${subscribers.length > 0 ? listLines(subscribers.map(toLine), 'Subscribers, latest first') : nothing(asked, after)}
${next === null ? '' : html`<p>${linkButton({ text: 'Earlier subscribers', href: address(asked, { after: next }) })}</p>`}`,
  });
}

function parseQuery(c: Context): Asked {
  const q = (c.req.query('q') ?? '').replace(/\p{Cc}+/gu, ' ').trim();
  return { q: q.slice(0, 254), state: SUBSCRIBER_STATES.find((state) => state === c.req.query('state')) ?? null };
}

function address({ q, state }: Asked, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...(q && { q }), ...(state && { state }), ...more }).toString();
  return query === '' ? PATH : `${PATH}?${query}`;
}

/** The counts are those of the whole list. */
function stateTabs({ q, state: shown }: Asked, counts: Record<SubscriberState, number>): Html {
  const all = SUBSCRIBER_STATES.reduce((sum, state) => sum + counts[state], 0);
  const order = Object.keys(STATE_LABELS) as SubscriberState[];
  return tabs('Subscribers by state', [
    { text: 'All', href: address({ q, state: null }), count: all, isCurrent: shown === null },
    ...order.map((state) => ({
      text: STATE_LABELS[state],
      href: address({ q, state }),
      count: counts[state],
      isCurrent: state === shown,
    })),
  ]);
}

function searchForm({ q, state }: Asked): Html {
  const search = field(
    { label: 'Search by address', kind: 'search', optional: true },
    { name: 'q', typed: new URLSearchParams({ q }) },
  );
  return html`<form class="entry inline" method="get" action="${PATH}" role="search" aria-label="Subscribers">
${state ? html`<input type="hidden" name="state" value="${state}">` : ''}${search}
<div class="acts">${button({ text: 'Search', weight: 'plain' })}${q ? linkButton({ text: 'Show all', href: address({ q: '', state }), weight: 'quiet' }) : ''}</div>
</form>`;
}

function toLine(subscriber: ListedSubscriber): ListLine {
  return {
    title: subscriber.address ?? NO_ADDRESS,
    href: `${PATH}/${subscriber.id}`,
    facts: [subscriber.reason, subscriber.note ?? '', html`added ${formatTime(subscriber.createdAt)}`],
    side: [statePill(subscriber)],
  };
}

function nothing({ q, state }: Asked, after: string | null): Html {
  if (q || state || after)
    return emptyState({
      title: 'No subscriber fits this search',
      act: linkButton({ text: 'Show all subscribers', href: PATH }),
    });
  return emptyState({
    title: 'Nobody has subscribed yet',
    text: html`Readers subscribe at <a href="/brief/subscribe">/brief/subscribe</a> and confirm by email. You can also bring a list.`,
    act: linkButton({ text: 'Add subscribers', href: `${PATH}/import` }),
  });
}
