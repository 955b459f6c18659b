import { ads } from '#ads/ads.ts';
import { agents } from '#agents/agents.ts';
import { backup } from '#backup/backup.ts';
import { brief } from '#brief/brief.ts';
import type { Capability } from '#capability.ts';
import { changes } from '#changes/changes.ts';
import { editorial } from '#editorial/editorial.ts';
import { evidence } from '#evidence/evidence.ts';
import { exporting } from '#export/export.ts';
import { importing } from '#import/import.ts';
import { integrations } from '#integrations/integrations.ts';
import { media } from '#media/media.ts';
import { newsroom } from '#newsroom/newsroom.ts';
import { openapi } from '#openapi/openapi.ts';
import { people } from '#people/people.ts';
import { quote } from '#quote/quote.ts';
import { reading } from '#reading/reading.ts';
import { records } from '#records/records.ts';
import { site } from '#site/site.ts';
import { stats } from '#stats/stats.ts';

/** The capabilities of the service. Routes, commands, jobs and emails are derived from this list; help shows commands in its order. */
export const CAPABILITIES: readonly Capability[] = [
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
  reading,
  quote,
  changes,
  media,
  newsroom,
  stats,
  openapi,
];
