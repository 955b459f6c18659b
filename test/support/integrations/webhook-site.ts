import { senderSettings } from '#changes/webhooks/run-integrations.ts';
import type { SendingSite } from '#changes/webhooks/send-lanes.ts';
import { createIntegrationSender, type IntegrationSender } from '#changes/webhooks/sender.ts';
import { addWebhook } from '#changes/webhooks/webhooks.ts';
import { CLI } from '#core/actor.ts';
import { publish } from '#editorial/publish/publish.ts';
import { createDraft } from '#editorial/write/create-draft.ts';
import { copy, type TestSite } from '../site.ts';

/** A sender of a test site, whose receivers are on this machine. */
export function senderOf(
  site: TestSite,
  { rehearsal }: Pick<SendingSite, 'rehearsal'>,
  name = 'one',
): IntegrationSender {
  const settings = senderSettings(site.deps, site.config);
  return createIntegrationSender(site.deps, {
    ...settings,
    site: { ...settings.site, rehearsal },
    me: { name, hasEnded: () => false },
    again: () => {},
    warn: (fields, message) => void site.log.push({ level: 'warn', fields, message }),
  });
}

/** Sends until nothing is due. */
export async function sendAll(sender: IntegrationSender, rounds = 1): Promise<void> {
  for (let round = 0; round < rounds; round++) {
    await sender.look();
    await sender.rest();
  }
}

export function addHook(site: TestSite, address: string, hasKey = false) {
  return addWebhook(site.deps, CLI, site.publication, { address, note: '', hasKey });
}

/** Publishes `count` articles, and returns their ids. */
export async function publishSome(site: TestSite, count: number, prefix = 'story'): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n++) {
    const { id } = await createDraft(site.deps, CLI, copy({ slug: `${prefix}-${n}` }));
    await publish(site.deps, CLI, id, { revisionNumber: 0 });
    ids.push(id);
  }
  return ids;
}
