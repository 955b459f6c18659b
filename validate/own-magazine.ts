import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { CLI } from '../src/core/actor.ts';
import { publish } from '../src/editorial/publish/publish.ts';
import { createOwnPage } from '../src/editorial/write/create-own-page.ts';
import { saveRevision } from '../src/editorial/write/save-revision.ts';
import { withDeps } from '../src/runtime/command-line/command.ts';
import { saveLogo } from '../src/site/logo.ts';
import { addSection, retireSection } from '../src/site/sections.ts';
import { saveSiteSettings } from '../src/site/site-settings.ts';
import { read } from './pages.ts';
import type { RunningServer } from './server.ts';

const NAME = 'Site Diary';

/** The pages that only a magazine of one's own has. */
const PAGES = {
  imprint: '/imprint',
  'imprint-revision': '/pages/imprint/r/1',
  'added-section': '/site-safety',
  'other-added-section': '/law-contracts',
};
/** Their Markdown. */
export const OWN_MARKDOWN = {
  imprint: '/imprint.md',
  'imprint-revision': '/pages/imprint/r/1.md',
  'added-section': '/site-safety.md',
};

/**
 * Makes the site a magazine of one's own, as a chief does: another name, accent and logo, links, two sections more, one retired, an
 * imprint. Returns its pages once the server shows them.
 */
export async function makeOwnMagazine({ environment, baseUrl }: RunningServer): Promise<Record<string, string>> {
  await withDeps(environment, async (deps) => {
    const logo = { create: { width: 480, height: 200, channels: 3 as const, background: '#7a1fa2' } };
    await saveLogo(deps, CLI, await sharp(logo).png().toBuffer());
    await saveSiteSettings(deps, CLI, {
      ...{ name: NAME, description: 'What happens on site, told by those who were there.', language: 'en-GB' },
      ...{ contact: 'desk@diary.example', timeZone: 'Europe/London', accent: '#7a1fa2' },
      ...{ navigation: [{ label: 'Events', href: '/archive' }], footer: [{ label: 'Imprint', href: '/imprint' }] },
      social: ['https://social.example/@diary'],
    });
    await addSection(deps, CLI, { name: 'Site safety', about: 'What keeps a crew whole.' });
    await addSection(deps, CLI, { name: 'Law & contracts', about: 'What you sign, and what it means on site.' });
    await retireSection(deps, CLI, 'people', 'site-safety');
    const page = { title: 'Imprint', about: 'Who publishes this magazine, and where.' };
    const { id } = await createOwnPage(deps, CLI, page);
    const { revision } = await saveRevision(deps, CLI, id, {
      copy: {
        ...{ section: 'pages', slug: 'imprint', headline: page.title, dek: page.about, baseRevision: 0 },
        bodyBlocks: [
          { id: 'b1', type: 'heading', text: 'Publisher' },
          { id: 'b2', type: 'paragraph', text: 'Ruth Okafor, Mast Road, Sheffield. She answers **every** letter.' },
        ],
      },
    });
    await publish(deps, CLI, id, { revisionNumber: revision });
  });
  for (let tries = 0; !(await read({ baseUrl }, '/')).includes('/imprint'); tries++) {
    if (tries > 100) throw new Error('the server does not show the settings of the site');
    await sleep(50);
  }
  return PAGES;
}
