import { createSigner } from '#brief/domain/sign-message.ts';
import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { briefSubject, measureBrief, renderBriefText } from '#brief/emails/brief-text.ts';
import { briefSiteOf } from '#brief/issues/site.ts';
import type { BackgroundJob } from '#http/capability.ts';
import type { Log } from '#http/context.ts';
import type { Config } from '#runtime/config/config.ts';
import type { Deps } from '#runtime/deps.ts';
import { createHolder } from '#runtime/jobs/jobs.ts';
import type { Series } from '#runtime/metric-families.ts';
import { createPace } from './pace.ts';
import { sendBriefs } from './send-briefs.ts';
import type { Sender } from './sender.ts';

/** Longest wait for emails that are on their way when the process stops, in milliseconds. */
const LONGEST_FINISH = 10_000;

/** The sender of the Field Brief in this process: sends what is due, and counts the deliveries that ended, by state. */
export function createBriefSender(deps: Deps, config: Config, log: Log): BackgroundJob {
  const stopping = new AbortController();
  const counted: Series = {};
  let round: Promise<void> = Promise.resolve();
  const rest = {
    stopping: stopping.signal,
    warn: (fields: Record<string, unknown>, message: string) => log.warn(fields, message),
    count: (state: string) => {
      const name = `plumbline_brief_deliveries_total{state="${state}"}`;
      counted[name] = (counted[name] ?? 0) + 1;
    },
  };
  const { me } = senderOf(deps, config, rest);
  return {
    name: 'send briefs',
    run: () => {
      if (stopping.signal.aborted) return Promise.resolve();
      round = sendBriefs(deps, { ...senderOf(deps, config, rest), me });
      return round;
    },
    stop: async () => {
      stopping.abort();
      const late = new Promise<void>((over) => setTimeout(over, LONGEST_FINISH).unref());
      await Promise.race([round.catch(() => {}), late]);
    },
    read: () => counted,
  };
}

/** A sender with the settings of the site as they are now. */
export function senderOf(deps: Deps, config: Config, rest: Pick<Sender, 'stopping' | 'warn' | 'count'>): Sender {
  const { brief, mail } = config;
  const { publication } = deps.site.newest;
  const email = { publication, postalAddress: publication.postalAddress };
  const { baseUrl } = publication;
  return {
    ...rest,
    me: createHolder(deps),
    mail,
    message: {
      baseUrl,
      name: publication.name,
      from: brief.from,
      replyTo: publication.contact ?? mail?.from ?? brief.from,
      bounceHost: brief.bounceHost,
    },
    connections: brief.connections,
    stopSeconds: brief.stopSeconds,
    gate: briefSiteOf({ publication, brief }, measureBrief(email)),
    print: async (content, token) => {
      const links = {
        unsubscribeUrl: `${baseUrl}/brief/unsubscribe/${token}`,
        preferencesUrl: `${baseUrl}/brief/preferences/${token}`,
      };
      return {
        subject: briefSubject(content),
        html: await renderBriefHtml({ ...email, content }, links),
        text: renderBriefText({ ...email, content }, links),
      };
    },
    sign: createSigner(deps, brief),
    pace: createPace(brief),
  };
}
