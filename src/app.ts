import { ads } from '#ads/ads.ts';
import { agents } from '#agents/agents.ts';
import { openapi } from '#agents/reference/openapi.ts';
import { backup } from '#backup/backup.ts';
import { brief } from '#brief/brief.ts';
import { changes } from '#changes/changes.ts';
import { integrations } from '#changes/webhooks/integrations.ts';
import { placeAfter } from '#core/place-after.ts';
import { editorial } from '#editorial/editorial.ts';
import { evidence } from '#evidence/evidence.ts';
import { exporting } from '#exchange/export/export.ts';
import { importing } from '#exchange/import/import.ts';
import type { Capability } from '#http/capability.ts';
import { declare, inGroups } from '#http/declared.ts';
import { type Route, routesOf } from '#http/route.ts';
import { media } from '#media/media.ts';
import { newsroom } from '#newsroom/newsroom.ts';
import { stats } from '#newsroom/stats/stats.ts';
import { people } from '#people/people.ts';
import { quote } from '#quote/quote.ts';
import { reading } from '#reading/reading.ts';
import { records } from '#reading/records/records.ts';
import { search } from '#search/search.ts';
import { site } from '#site/site.ts';

/**
 * The capabilities of the service. Everything that a capability declares is derived from this list; pages in the footer and commands
 * in the help are in its order.
 */
export const CAPABILITIES: readonly Capability[] = [
  reading,
  search,
  changes,
  quote,
  people,
  editorial,
  brief,
  site,
  records,
  backup,
  evidence,
  exporting,
  importing,
  integrations,
  ads,
  agents,
  media,
  newsroom,
  stats,
  openapi,
];

/** The routes of all capabilities. */
export const CAPABILITY_ROUTES: readonly Route[] = CAPABILITIES.flatMap(({ publicResources = {}, routes = [] }) => [
  ...routesOf(publicResources),
  ...routes,
]);

declare({
  pages: placeAfter(
    CAPABILITIES.flatMap(({ publicResources }) => publicResources?.pages ?? []),
    ({ path }) => path,
  ),
  files: CAPABILITIES.flatMap(({ publicResources }) => publicResources?.files ?? []),
  paths: CAPABILITY_ROUTES.map(({ path }) => path),
  navigation: inGroups(CAPABILITIES.flatMap(({ navigation = [] }) => navigation)),
  waiting: CAPABILITIES.flatMap(({ waiting }) => waiting ?? []),
  dayLines: CAPABILITIES.flatMap(({ dayLines }) => dayLines ?? []),
  finders: CAPABILITIES.flatMap(({ finder }) => finder ?? []),
  readerForms: CAPABILITIES.flatMap(({ readerForm }) => readerForm ?? []),
  settings: CAPABILITIES.flatMap(({ settings }) => settings ?? []),
  placements: CAPABILITIES.flatMap(({ placements }) => placements ?? []),
  journalActs: Object.assign({}, ...CAPABILITIES.map(({ journalActs }) => journalActs)),
  apiParts: CAPABILITIES.flatMap(({ openApi }) => openApi ?? []),
  nameSubjects: CAPABILITIES.flatMap(({ nameSubjects }) => nameSubjects ?? []),
  readerTools: CAPABILITIES.flatMap(({ readerTools = [] }) => readerTools),
  methodSections: CAPABILITIES.flatMap(({ methodSections }) => methodSections ?? []),
  dataChecks: CAPABILITIES.flatMap(({ checkData }) => checkData ?? []),
  datedPages: CAPABILITIES.flatMap(({ datedPages }) => datedPages ?? []),
  fieldHints: CAPABILITIES.flatMap(({ fieldHints }) => fieldHints ?? []),
  copyHolds: CAPABILITIES.flatMap(({ holdCopy }) => holdCopy ?? []),
  newsletters: CAPABILITIES.flatMap(({ newsletter }) => newsletter ?? []),
  budgets: Object.assign({}, ...CAPABILITIES.map(({ budgets }) => budgets)),
  tables: CAPABILITIES.flatMap(({ tables = [] }) => tables),
  metrics: Object.assign({}, ...CAPABILITIES.map(({ metrics }) => metrics)),
});
