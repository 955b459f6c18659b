import type { Selectable } from 'kysely';
import { addDays } from '#ads/catalog/ad-calendar.ts';
import { PROGRAM } from '#ads/catalog/units.ts';
import type { AdDeskSettings, Order } from '#ads/orders/orders.ts';
import type { Tx } from '#db/database.ts';
import type { Tables } from '#db/schema/tables.ts';
import { listSendsOf, readSiteDeliveries, type Send, type SiteDeliveries, wasAcceptedByNobody } from './sends.ts';
import { earlier, type Gap, gapsOf, intersect, type TimeSpan, without } from './time-spans.ts';

// The proof of performance of an order: on which pages and when its ads were shown, and when they were not. It is read from what the
// service has on file whenever somebody asks for it: the runs, the creatives, the directory, the publication log and the sends.

/** Where and when the ads of an order were shown, and nothing about readers. Times and days are UTC. */
export type Proof = {
  publication: string;
  baseUrl: string;
  madeAt: string;
  order: Pick<Order, 'id' | 'reference' | 'advertiser' | 'unit' | 'startsOn' | 'endsOn' | 'state'>;
  parts: ProofPart[];
};

/** The result of a part: `shown` on pages, `sent`, `missed`, `not yet`, or `outside` when the ad is not on this site. */
export type Outcome = 'shown' | 'sent' | 'missed' | 'not yet' | 'outside';

/** A page that showed the ad. `path` is relative to the base address. */
export type ShownPage = TimeSpan & { path: string };

/** `deliveries`: what this site recorded when it sent the brief; null when it was sent elsewhere. */
export type ProvedSend = Omit<Send, 'orderId'> & { deliveries: SiteDeliveries | null };

export type ProofPart = {
  place: string;
  startsOn: string;
  endsOn: string;
  outcome: Outcome;
  /** The creatives that were shown or sent; `file` is the name of the widest picture in the file store. */
  creatives: { sha256: string; url: string | null; file: string | null }[];
  pages: ShownPage[];
  gaps: Gap[];
  sends: ProvedSend[];
};

type Run = Selectable<Tables['ad_run']>;
type Creative = Pick<Selectable<Tables['creative']>, 'kind' | 'hash' | 'url' | 'files' | 'decided_at' | 'withdrawn_at'>;

/** Reads the proof of an order from what is on file at `madeAt`. */
export async function readProof(tx: Tx, site: AdDeskSettings, order: Order, madeAt: string): Promise<Proof> {
  const { id, reference, advertiser, unit, startsOn, endsOn, state } = order;
  const runs = await tx.selectFrom('ad_run').selectAll().where('order_id', '=', id).orderBy('place').execute();
  const creatives = await tx
    .selectFrom('creative')
    .select(['kind', 'hash', 'url', 'files', 'decided_at', 'withdrawn_at'])
    .where('order_id', '=', id)
    .where('decided_at', 'is not', null)
    .orderBy('decided_at')
    .execute();
  const parts: ProofPart[] = [];
  for (const run of runs) {
    const own = creatives.filter(({ kind }) => kind === run.place);
    parts.push(await (run.place === 'field-brief' ? provePart(tx, run, own) : proveOnPages(tx, run, own, madeAt)));
  }
  return {
    publication: site.name,
    baseUrl: site.baseUrl,
    madeAt,
    order: { id, reference, advertiser, unit, startsOn, endsOn, state },
    parts,
  };
}

/** A Field Brief: each send with the ad that a mail server accepted. */
async function provePart(tx: Tx, run: Run, creatives: readonly Creative[]): Promise<ProofPart> {
  const sends: ProvedSend[] = [];
  for (const { orderId: _, ...send } of await listSendsOf(tx, run.order_id))
    if (send.creativeHash !== null && !(await wasAcceptedByNobody(tx, send.day)))
      sends.push({ ...send, deliveries: await readSiteDeliveries(tx, send.day) });
  const sent = creatives.filter(({ hash }) => sends.some(({ creativeHash }) => creativeHash === hash));
  const outcome = sends.length > 0 ? 'sent' : outcomeWithout(run);
  return { ...partOf(run, outcome, sent), sends };
}

async function proveOnPages(tx: Tx, run: Run, creatives: readonly Creative[], madeAt: string): Promise<ProofPart> {
  if (run.place === PROGRAM) return partOf(run, run.started_at === null ? 'not yet' : 'outside', []);
  const booked = { from: `${run.starts_on}T00:00:00.000Z`, to: `${addDays(run.ends_on, 1)}T00:00:00.000Z` };
  const until = earlier(run.ended_at ?? madeAt, madeAt); // a wrong clock may have written a later end
  const ran = run.started_at === null ? [] : [{ from: run.started_at, to: until }];
  const accepted = creatives.map(({ decided_at, withdrawn_at }) => ({
    from: decided_at ?? madeAt,
    to: withdrawn_at ?? madeAt,
  }));
  const listed = run.place === 'directory-logo' ? await rowSpans(tx, run.order_id, madeAt) : [{ from: '', to: madeAt }];
  const live = run.place === 'in-article' ? await articleSpans(tx, madeAt) : [];
  const shown = intersect(intersect(ran, accepted), listed);
  const pages =
    run.place === 'in-article'
      ? live.flatMap(({ path, ...span }) => intersect([span], shown).map((shownSpan) => ({ path, ...shownSpan })))
      : shown.map((span) => ({ path: run.place === 'directory-logo' ? '/suppliers' : '/', ...span }));
  const whole = { from: booked.from, to: earlier(booked.to, madeAt) };
  const gaps = gapsOf(whole, pages, {
    'the ad had not started yet': without(whole, [{ from: run.started_at ?? madeAt, to: madeAt }]),
    'the ad had ended': [{ from: until, to: whole.to }],
    'no creative was accepted': without(whole, accepted),
    'no row of the supplier directory named the order': without(whole, listed),
    ...(run.place === 'in-article' && { 'no article was published': without(whole, live) }),
  });
  const own = creatives.filter((_, at) => intersect(accepted.slice(at, at + 1), pages).length > 0);
  return { ...partOf(run, pages.length > 0 ? 'shown' : outcomeWithout(run), own), pages, gaps };
}

function partOf(run: Run, outcome: Outcome, creatives: readonly Creative[]): ProofPart {
  return {
    place: run.place,
    startsOn: run.starts_on,
    endsOn: run.ends_on,
    outcome,
    creatives: creatives.map(({ hash, url, files }) => ({
      sha256: hash ?? '',
      url,
      file: JSON.parse(files)[0] ?? null,
    })),
    pages: [],
    gaps: [],
    sends: [],
  };
}

function outcomeWithout({ missed_at, ended_at }: Run): Outcome {
  return missed_at !== null || ended_at !== null ? 'missed' : 'not yet';
}

/** The times in which articles were at their addresses, by path, from the publication log. Custom pages carry no ads. */
async function articleSpans(tx: Tx, until: string): Promise<ShownPage[]> {
  const lines = await tx
    .selectFrom('publication_log')
    .select(['article_id', 'act', 'section', 'slug', 'at', 'is_silent'])
    .where('act', '<>', 'recaptioned')
    .orderBy('seq', 'desc')
    .execute();
  // The line of an imported article has the date of its first publication elsewhere: it counts from the next line.
  let next = until;
  const timed = lines.map((line) => {
    if (!line.is_silent) next = line.at;
    return { ...line, at: next };
  });
  const open = new Map<string, ShownPage>();
  const spans: ShownPage[] = [];
  for (const { article_id: id, act, section, slug, at } of timed.reverse()) {
    const begun = open.get(id);
    if (act === 'moved' || act === 'withdrawn') {
      if (begun) spans.push({ ...begun, to: at });
      open.delete(id);
    } else if (!begun && act !== 'placed' && section !== 'pages') {
      open.set(id, { path: `/${section}/${slug}`, from: at, to: until });
    }
  }
  spans.push(...open.values());
  return spans.sort((page, other) => (`${page.path} ${page.from}` < `${other.path} ${other.from}` ? -1 : 1));
}

/** The times in which a row of the supplier directory named the order, from the activity log. */
async function rowSpans(tx: Tx, orderId: string, until: string): Promise<TimeSpan[]> {
  const lines = await tx
    .selectFrom('journal')
    .select(['subject_id', 'detail', 'at'])
    .where('act', 'in', ['supplier.added', 'supplier.changed', 'supplier.removed'])
    .orderBy('seq')
    .execute();
  const spans: TimeSpan[] = [];
  let open: { row: string; from: string } | null = null;
  for (const { subject_id: row, detail, at } of lines) {
    const isNamed = JSON.parse(detail ?? '{}').order === orderId;
    if (isNamed && !open) open = { row, from: at };
    if (isNamed || open?.row !== row) continue;
    spans.push({ from: open.from, to: at });
    open = null;
  }
  if (open) return [...spans, { from: open.from, to: until }];
  // Lines of an earlier release do not name the order. A logo starts only with a row, so it had one.
  return spans.length > 0 ? spans : [{ from: '', to: until }];
}
