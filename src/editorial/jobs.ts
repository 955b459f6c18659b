import type { BackgroundJob, CreateJobs } from '#http/capability.ts';
import type { Config } from '#runtime/config/config.ts';
import { type Deps, now } from '#runtime/deps.ts';
import { lastSeq } from '#runtime/follow-log.ts';
import { userAgentOf } from '#runtime/user-agent.ts';
import { COUNT_FOR, countMissingGates } from './gate/gate-count.ts';
import { endFrontPageDays } from './publish/front-page.ts';
import { runSchedules } from './publish/run-schedules.ts';
import { createProposalLookups } from './sources/look-up-proposals.ts';
import { createSourceOpener } from './sources/open-source.ts';
import { watchSources } from './sources/watch-sources.ts';
import { emailTurns } from './turns/email-turns.ts';
import { eraseBinned } from './write/bin.ts';
import { indexDrafts } from './write/index-drafts.ts';
import { indexLive } from './write/index-live.ts';

export const createJobs: CreateJobs = (deps, { config, log }) => [
  { name: 'run schedules', run: () => runSchedules(deps, config.publication.baseUrl) },
  { name: 'end days on the front page', run: () => endFrontPageDays(deps, deps.site.newest.publication.timeZone) },
  { name: 'email turns', waitsAfterRestore: true, run: emailNewTurns(deps, config) },
  { name: 'erase binned drafts', waitsAfterRestore: true, run: () => eraseBinned(deps) },
  { name: 'index drafts', run: () => indexDrafts(deps) },
  {
    name: 'index live articles',
    run: () =>
      indexLive(deps, (left) =>
        log.info({ left }, 'the search index is being rebuilt; these articles are not in it yet'),
      ),
  },
  { name: 'count gates', run: () => countMissingGates(deps, COUNT_FOR) },
  {
    name: 'watch sources',
    waitsAfterRestore: true,
    run: async () => {
      const { sourceWatch, publication } = config;
      if (sourceWatch === 'daily') await watchSources(deps, { baseUrl: publication.baseUrl });
    },
  },
  { name: 'look up proposals', run: lookUpProposals(deps, config) },
];

/** While the setting is off, the server opens only the sources that an editor asked for. */
function lookUpProposals(deps: Deps, { sourceLookup, publication }: Config): BackgroundJob['run'] {
  const opener = createSourceOpener(userAgentOf(publication.baseUrl, '/method'));
  return createProposalLookups(deps, opener, { isAskedOnly: sourceLookup === 'off' });
}

/** Looks for work that waits for people after each journal entry, and every ten minutes because some emails depend on the time of day. */
function emailNewTurns(deps: Deps, { mail }: Config): BackgroundJob['run'] {
  let looked = '';
  return async () => {
    const state = `${await lastSeq(deps.db, 'journal')} ${now(deps).slice(0, 15)}`;
    if (!mail || state === looked) return;
    await emailTurns(deps, deps.site.newest.publication);
    looked = state;
  };
}
