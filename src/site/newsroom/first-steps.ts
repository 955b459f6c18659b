import { html } from 'hono/html';
import type { Html } from '#html/html.ts';
import type { Context } from '#http/context.ts';
import { siteSnapshot } from '#runtime/site-snapshot.ts';
import { readSiteSettings } from '#site/site-settings.ts';
import { areStepsSkipped } from '#site/steps.ts';

/** What the chief still has to set up after the first start; a chief can skip all but the address for readers. */
export async function firstSteps(c: Context): Promise<Html | string> {
  const { deps } = c.var;
  if (c.get('session')?.editor.role !== 'chief') return '';
  const contact = siteSnapshot().publication.contact === null ? [step('contact', 'an email address for readers')] : [];
  const others = (await areStepsSkipped(deps.db.read)) ? [] : await missingSteps(c);
  if (contact.length + others.length === 0) return '';
  return html`<div class="setup" id="first-steps"><p><strong>Make the site yours.</strong> Still missing:</p>
<ul>${contact}${others}</ul>
${others.length > 0 ? html`<form method="post" action="/newsroom/site/steps"><button class="btn quiet">Skip these steps</button></form>` : ''}</div>`;
}

async function missingSteps(c: Context): Promise<Html[]> {
  const { deps, config } = c.var;
  const stored = await readSiteSettings(deps.db.read);
  const { name, postalAddress, timeZone } = { ...config.siteDefaults, ...stored };
  return [
    ...(stored.name === undefined && name === SOFTWARE ? [step('name', 'the name of your magazine')] : []),
    ...(stored.description === undefined ? [step('description', 'what it is about')] : []),
    ...(timeZone === 'UTC' && stored.timeZone === undefined ? [step('timeZone', 'the time zone of the newsroom')] : []),
    ...(postalAddress === null ? [step('postalAddress', 'the postal address, which the Field Brief needs')] : []),
  ];
}

/** The name of the software, which a site has until somebody gives it another. */
const SOFTWARE = 'Plumbline';

function step(id: string, words: string): Html {
  return html`<li><a href="/newsroom/site#${id}">${words}</a></li>`;
}
