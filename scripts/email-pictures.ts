import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { renderBriefHtml } from '#brief/emails/brief-html.ts';
import { deadLinks, renderBriefText } from '#brief/emails/brief-text.ts';
import { BRIEF_SETTINGS } from '../test/support/brief/briefs.ts';
import { composeFullBrief, emailOf } from '../test/support/brief/full-brief.ts';
import { serveSite } from '../test/support/browser.ts';
import type { After } from '../test/support/site.ts';

/** The widths of mail programs on a phone and beside a list of emails. */
const WIDTHS = [360, 600];

/** Pictures of the Field Brief's email: each width, light and dark, with and without its images; and its plain text. */
export async function takeEmailPictures(after: After, browser: Browser, folder: string): Promise<void> {
  const site = await serveSite(after, BRIEF_SETTINGS);
  const email = emailOf(site, await composeFullBrief(site));
  const links = deadLinks(site.config.publication.baseUrl);
  const html = await renderBriefHtml(email, links);
  writeFileSync(join(folder, 'email.txt'), renderBriefText(email, links));
  for (const width of WIDTHS)
    for (const colorScheme of ['light', 'dark'] as const)
      for (const images of ['images', 'no-images']) {
        const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme });
        const page = await context.newPage();
        if (images === 'no-images') await page.route('**/ads/**', (route) => route.abort());
        await page.setContent(html, { waitUntil: 'networkidle' });
        await page.screenshot({ path: join(folder, `email-${width}-${colorScheme}-${images}.png`), fullPage: true });
        await context.close();
      }
}
