import type { BrowserContext } from 'playwright-core';
import { advertisingCatalog } from '#ads/catalog/catalog.ts';
import { addSupplier } from '#ads/suppliers/suppliers.ts';
import { openBrief } from '#brief/issues/compose.ts';
import { importSubscribers } from '#brief/subscribers/import-subscribers.ts';
import { suppressSubscriber } from '#brief/subscribers/suppress.ts';
import { putOnFrontPage } from '#editorial/publish/front-page.ts';
import { addRelated } from '#editorial/publish/related.ts';
import { addSeries, addToSeries } from '#editorial/publish/series.ts';
import { cookieName } from '#http/access.ts';
import { insertDelivery } from '#integrations/record-delivery.ts';
import { addWebhook } from '#integrations/webhooks.ts';
import { addPicture } from '#media/add-picture.ts';
import { addAuthorOrTag } from '#people/bylines.ts';
import { inviteMember } from '#people/invitations.ts';
import { createLink } from '#people/one-time-links.ts';
import { createResetLinkFor } from '#people/reset-password.ts';
import { startAppSetup } from '#people/second-factor/app-code.ts';
import { createPendingSignIn } from '#people/second-factor/pending-sign-in.ts';
import { findSession } from '#people/sessions.ts';
import { ROUTES } from '#server/routes.ts';
import { BRIEF_DAY } from '../brief/briefs.ts';
import { fillImports } from '../exchange/fill-imports.ts';
import { booked, opened } from '../support/ad-desk.ts';
import { plain, WORDS } from '../support/pictures.ts';
import { PASSWORD, type Person, type TestSite } from '../support/site.ts';
// The address of every newsroom page, so that tests cover all of them.

/** Values for the parameters of addresses. */
export type Filled = {
  articleIds: string[];
  /** Ids of articles that have a revision 1. */
  revisedIds: string[];
  claimIds: string[];
  pictureId: string;
  tagId: string;
  seriesId: string;
  authorId: string;
  personId: string;
  invitation: string;
  reset: string;
  newAddress: string;
  orderIds: string[];
  advertiserId: string;
  supplierId: string;
  subscriberIds: string[];
  briefDays: string[];
  webhookId: string;
  importIds: string[];
};

/** Routes that return no page: scripts, the event stream of the board, downloads. */
export const NO_PAGES = [
  '/newsroom/script/:file',
  '/newsroom/session',
  '/newsroom/pictures/search',
  '/newsroom/pictures/:pictureId/card',
  '/newsroom/changes',
  '/newsroom/imports/:importId/progress',
  '/newsroom/articles/:articleId/revisions/:number/card.png',
  '/newsroom/help/pictures/:file',
  '/newsroom/journal.jsonl',
  '/newsroom/ads/invoices.csv',
  '/newsroom/ads/invoices/:file',
  '/newsroom/ads/credit-notes/:file',
  '/newsroom/ads/insertion-orders/:file',
  '/newsroom/ads/:orderId/proofs/:file',
  '/newsroom/ads/:orderId/shots/:file',
  '/newsroom/ads/:orderId/creatives/:creativeId/picture',
];

const article =
  (rest = '') =>
  (filled: Filled) =>
    filled.articleIds.map((id) => `/newsroom/articles/${id}${rest}`);
const revised = (rest: string) => (filled: Filled) => filled.revisedIds.map((id) => `/newsroom/articles/${id}${rest}`);

const PAGES: Record<string, (filled: Filled) => string[]> = {
  '/newsroom/welcome/:secret': () => ['/newsroom/welcome/none'],
  '/newsroom/sign-in': () => ['/newsroom/sign-in', '/newsroom/sign-in?next=%2Fnewsroom%2Fcalendar'],
  '/newsroom/sign-in/code': () => ['/newsroom/sign-in/code'],
  '/newsroom/invitation/:secret': ({ invitation }) => [
    `/newsroom/invitation/${invitation}`,
    '/newsroom/invitation/none',
  ],
  '/newsroom/reset': () => ['/newsroom/reset', '/newsroom/reset?done=asked'],
  '/newsroom/reset/:secret': ({ reset }) => [`/newsroom/reset/${reset}`],
  '/newsroom/new-address/:secret': ({ newAddress }) => [`/newsroom/new-address/${newAddress}`],
  '/newsroom': () => ['/newsroom', '/newsroom?stage=draft&q=robot', '/newsroom?q=nothing-has-these-words'],
  '/newsroom/lines': () => ['/newsroom/lines'],
  '/newsroom/help': () => ['/newsroom/help'],
  '/newsroom/calendar': () => ['/newsroom/calendar', '/newsroom/calendar?month=2020-02'],
  '/newsroom/bin': () => ['/newsroom/bin'],
  '/newsroom/bylines/:authorId': ({ authorId }) => [`/newsroom/bylines/${authorId}`],
  '/newsroom/site': () => ['/newsroom/site', '/newsroom/site?done=saved'],
  '/newsroom/contact': () => ['/newsroom/contact', '/newsroom/contact?done=1'],
  '/newsroom/tags': () => ['/newsroom/tags'],
  '/newsroom/tags/:tagId': ({ tagId }) => [`/newsroom/tags/${tagId}`],
  '/newsroom/calendar/plan': () => ['/newsroom/calendar/plan?day=2026-09-20'],
  '/newsroom/articles/:articleId/related': article('/related'),
  '/newsroom/sections': () => ['/newsroom/sections'],
  '/newsroom/sections/:section': () => ['/newsroom/sections/robotics'],
  '/newsroom/pages': () => ['/newsroom/pages'],
  '/newsroom/series': () => ['/newsroom/series'],
  '/newsroom/series/:seriesId': ({ seriesId }) => [`/newsroom/series/${seriesId}`],
  '/newsroom/front': () => ['/newsroom/front', '/newsroom/front?q=nothing-has-these-words'],
  '/newsroom/weeks': () => ['/newsroom/weeks'],
  '/newsroom/new': () => ['/newsroom/new'],
  '/newsroom/articles/:articleId': article(),
  '/newsroom/articles/:articleId/edit': article('/edit'),
  '/newsroom/articles/:articleId/beside': article('/beside'),
  '/newsroom/articles/:articleId/figures/panel': article('/figures/panel'),
  '/newsroom/articles/:articleId/figures/typed': article('/figures/typed'),
  '/newsroom/articles/:articleId/copy': article('/copy'),
  '/newsroom/articles/:articleId/working-copy': article('/working-copy'),
  '/newsroom/articles/:articleId/figures': article('/figures'),
  '/newsroom/articles/:articleId/revisions/:number': article('/revisions/0'),
  '/newsroom/articles/:articleId/revisions/:number/preview': article('/revisions/0/preview'),
  '/newsroom/articles/:articleId/preview': (filled) =>
    ['', '?as=390', '?as=cards'].flatMap((rest) => article(`/preview${rest}`)(filled)),
  '/newsroom/articles/:articleId/compare': revised('/compare?from=0&to=1'),
  '/newsroom/articles/:articleId/compare/:from/:to': revised('/compare/0/1'),
  '/newsroom/articles/:articleId/publish': revised('/publish?revision=1'),
  '/newsroom/articles/:articleId/schedule': revised('/schedule?revision=1'),
  '/newsroom/articles/:articleId/previews': revised('/previews'),
  '/newsroom/pictures': ({ pictureId }) => [`/newsroom/pictures?added=${pictureId}`, '/newsroom/pictures?q=nothing'],
  '/newsroom/pictures/:pictureId': ({ pictureId }) => [`/newsroom/pictures/${pictureId}`],
  '/newsroom/briefs': () => ['/newsroom/briefs'],
  '/newsroom/briefs/:day': ({ briefDays }) => briefDays.map((day) => `/newsroom/briefs/${day}`),
  '/newsroom/briefs/:day/revisions/:number/preview': ({ briefDays }) =>
    briefDays.map((day) => `/newsroom/briefs/${day}/revisions/0/preview`),
  '/newsroom/suppliers': () => ['/newsroom/suppliers'],
  '/newsroom/suppliers/:supplierId': ({ supplierId }) => [`/newsroom/suppliers/${supplierId}`],
  '/newsroom/mail-domain': () => ['/newsroom/mail-domain'],
  '/newsroom/export': () => ['/newsroom/export'],
  '/newsroom/integrations': () => ['/newsroom/integrations'],
  '/newsroom/integrations/:integrationId': ({ webhookId }) => [`/newsroom/integrations/${webhookId}`],
  '/newsroom/imports': () => ['/newsroom/imports'],
  '/newsroom/imports/:importId': ({ importIds }) => importIds.map((id) => `/newsroom/imports/${id}`),
  '/newsroom/subscribers': () => ['/newsroom/subscribers', '/newsroom/subscribers?q=nobody&state=erased'],
  '/newsroom/subscribers/:subscriberId': ({ subscriberIds }) =>
    subscriberIds.map((id) => `/newsroom/subscribers/${id}`),
  '/newsroom/ads': () => ['/newsroom/ads'],
  '/newsroom/price-list': () => ['/newsroom/price-list'],
  '/newsroom/ads/new': () => ['/newsroom/ads/new'],
  '/newsroom/ads/calendar': () => ['/newsroom/ads/calendar'],
  '/newsroom/ads/house-ads': () => ['/newsroom/ads/house-ads'],
  '/newsroom/ads/invoices': () => ['/newsroom/ads/invoices', '/newsroom/ads/invoices?show=overdue'],
  '/newsroom/ads/advertisers': () => ['/newsroom/ads/advertisers', '/newsroom/ads/advertisers?q=nobody'],
  '/newsroom/ads/advertisers/:advertiserId': ({ advertiserId }) => [`/newsroom/ads/advertisers/${advertiserId}`],
  '/newsroom/ads/:orderId': ({ orderIds }) => orderIds.map((id) => `/newsroom/ads/${id}`),
  '/newsroom/journal': () => ['/newsroom/journal', '/newsroom/journal?act=none'],
  '/newsroom/agents': () => ['/newsroom/agents'],
  '/newsroom/agents/stop': () => ['/newsroom/agents/stop'],
  '/newsroom/agents/:claimId': ({ claimIds }) => claimIds.map((id) => `/newsroom/agents/${id}`),
  '/newsroom/sessions': () => ['/newsroom/sessions'],
  '/newsroom/password': () => ['/newsroom/password'],
  '/newsroom/profile': () => ['/newsroom/profile'],
  '/newsroom/second-factor': () => ['/newsroom/second-factor'],
  '/newsroom/second-factor/app': () => ['/newsroom/second-factor/app'],
  '/newsroom/masthead': () => ['/newsroom/masthead'],
  '/newsroom/masthead/outbox': () => ['/newsroom/masthead/outbox'],
  '/newsroom/masthead/people/:editorId': ({ personId }) => [`/newsroom/masthead/people/${personId}`],
  '/agent/claim': () => ['/agent/claim'],
  '/agent/claim/:claimId{[0-9a-f-]{36}}': ({ claimIds }) => claimIds.slice(0, 1).map((id) => `/agent/claim/${id}`),
};

/** The addresses of every page. @throws for a route that is missing here */
export function everyPage(filled: Filled): string[] {
  return ROUTES.filter(({ method, path }) => method === 'GET' && /^\/(newsroom|agent)(\/|$)/.test(path))
    .filter(({ path }) => !NO_PAGES.includes(path))
    .flatMap(({ path }) => {
      const addresses = PAGES[path]?.(filled) ?? [];
      if (addresses.length === 0)
        throw new Error(`${path} is a page nobody looks at: write it down in newsroom-pages.ts`);
      return addresses;
    });
}

type Rest = Omit<Filled, 'articleIds' | 'revisedIds' | 'claimIds'>;

/** Creates what pages show in addition to articles and agents: a picture, people, single-use links, a second-factor setup, ads. */
export async function fillRest(site: TestSite, context: BrowserContext, chief: Person): Promise<Rest> {
  const { deps, config } = site;
  const { picture } = await addPicture(deps, chief, await plain(900, 600).png().toBuffer(), WORDS);
  const somebody = await site.person('editor', 'Ines Calloway');
  const { name, baseUrl } = config.publication;
  const newcomer = { email: 'marcus@magazine.example', name: 'Marcus Bell', role: 'writer' as const };
  const invitation = await inviteMember(deps, chief, newcomer, { name, baseUrl });
  const reset = await createResetLinkFor(deps, chief, somebody.id, { name, baseUrl });
  const newAddress = await deps.db.write((tx) =>
    createLink(deps, tx, { purpose: 'address', editorId: somebody.id, detail: 'ines@new.example' }),
  );
  await fillFrontPage(site, chief);
  await setUp(site, chief);
  await holdHalf(site, context);
  return {
    pictureId: picture.id,
    authorId: (await addAuthorOrTag(deps, chief, 'author', 'Otto Brandt')).id,
    tagId: (await addAuthorOrTag(deps, chief, 'tag', 'Rental')).id,
    seriesId: await fillSeries(site, chief),
    personId: somebody.id,
    invitation,
    reset,
    newAddress,
    webhookId: await fillWebhook(site, chief),
    importIds: await fillImports(site, chief),
    briefDays: [(await openBrief(deps, chief, BRIEF_DAY)).day],
    ...(await fillAds(site, chief)),
    subscriberIds: await fillSubscribers(site, chief),
  };
}

/** A webhook with messages that its receiver took, refused with words of its own, and did not answer. */
async function fillWebhook({ deps, config }: TestSite, chief: Person): Promise<string> {
  const text = {
    address: 'https://hooks.example.org/magazine?key=1',
    note: 'The archive of the library',
    hasKey: true,
  };
  const { id } = await addWebhook(deps, chief, config.publication, text);
  const words = `${'no '.repeat(30)}<script>alert(1)</script>`;
  for (const [at, status] of [200, 204, 500, null, 200].entries()) {
    const message = { id: `msg_${at}`, upTo: at + 1, type: 'published', body: '', headers: {} };
    const trouble = status === null ? 'It did not answer in time.' : status > 299 ? `It answers ${status}.` : null;
    const outcome = {
      status,
      trouble,
      answer: status === 500 ? words : null,
      took: status === null ? 10_000 : 30 * 4 ** at,
    };
    await deps.db.write((tx) => insertDelivery(deps, tx, id, message, outcome));
  }
  return id;
}

/** Puts up to two live articles on the front page, so that each has something to move. */
async function fillFrontPage({ deps }: TestSite, chief: Person): Promise<void> {
  const live = deps.db.read.selectFrom('article').select('id').where('live_revision', 'is not', null).limit(2);
  for (const { id } of await live.execute()) await putOnFrontPage(deps, chief, id, { until: null, timeZone: 'UTC' });
}

/** Makes a series of up to three articles, live or not, and puts one after another. Returns the id of the series. */
async function fillSeries({ deps }: TestSite, chief: Person): Promise<string> {
  const { id } = await addSeries(deps, chief, {
    name: 'Six <weeks> & a "robot"',
    description: 'One </slab>, six weeks.',
  });
  const found = deps.db.read.selectFrom('article').select(['id', 'live_revision']).where('binned_at', 'is', null);
  const articles = await found.orderBy('live_revision').orderBy('id').limit(3).execute();
  for (const article of articles) await addToSeries(deps, chief, id, article.id);
  const live = articles.filter(({ live_revision }) => live_revision !== null);
  for (const [at, article] of live.slice(1).entries()) await addRelated(deps, chief, live[at]?.id ?? '', article.id);
  return id;
}

/** Imports a confirmed subscriber and a suppressed one. */
async function fillSubscribers({ deps }: TestSite, chief: Person): Promise<string[]> {
  const terms = {
    vouchedBy: 'Ruth Okafor',
    consent: 'On paper, at the fair',
    asConfirmedBecause: 'The papers are in the office',
  };
  await importSubscribers(deps, chief, `kim@reader.example\n${'long.'.repeat(12)}name@reader.example`, terms);
  const rows = await deps.db.read.selectFrom('subscriber').select('id').orderBy('address').execute();
  const ids = rows.map(({ id }) => id);
  await suppressSubscriber(deps, chief, ids[1] ?? '', { reason: 'bounced', note: 'Three briefs came back' });
  return ids;
}

/** Creates a requested order, a booked order and a supplier. */
async function fillAds(
  site: TestSite,
  chief: Person,
): Promise<Pick<Filled, 'orderIds' | 'advertiserId' | 'supplierId'>> {
  const desk = { site, dana: chief, catalog: advertisingCatalog(site.config.publication) };
  const orders = [await opened(desk, { advertiser: 'Zenith Lasers' }), await booked(desk)];
  const words = { what: 'Rents lasers, calibrated.', place: 'Tacoma', url: 'https://supplier.example/' };
  const supplierId = await addSupplier(site.deps, chief, { ...words, name: 'Zenith Lasers', reference: '' });
  return { orderIds: orders.map(({ id }) => id), advertiserId: orders[1]?.advertiserId ?? '', supplierId };
}

/** Gives the browser a sign-in that waits for the code of an authenticator app. */
async function holdHalf(site: TestSite, context: BrowserContext): Promise<void> {
  const { deps, config } = site;
  const { baseUrl } = config.publication;
  const careful = await site.person('editor', 'Otto Brandt');
  await setUp(site, careful);
  const confirmed_at = new Date(deps.clock()).toISOString();
  const value = await deps.db.write(async (tx) => {
    await tx.updateTable('totp').set({ confirmed_at }).where('editor_id', '=', careful.id).execute();
    return createPendingSignIn(deps, tx, careful);
  });
  const name = `${cookieName(baseUrl)}-half`;
  await context.addCookies([{ name, value, url: baseUrl, httpOnly: true, sameSite: 'Lax' }]);
}

/** Starts the setup of an authenticator app. */
async function setUp({ deps }: TestSite, { cookie }: Person): Promise<void> {
  const session = await findSession(deps, cookie.split('=')[1] ?? '');
  if (!session) throw new Error('there is no session');
  await startAppSetup(deps, session, PASSWORD);
}
