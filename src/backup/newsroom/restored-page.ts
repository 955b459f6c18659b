import { html } from 'hono/html';
import { releaseRestored } from '#backup/release.ts';
import { button } from '#html/newsroom/kit/button.ts';
import { newsroomPage, redirect } from '#html/newsroom/page.ts';
import type { Context } from '#http/context.ts';
import { readWait } from '#runtime/jobs/restored.ts';

/** `GET /newsroom/export/restored`: the jobs that wait since a restore, and the button that releases them. */
export async function showRestored(c: Context): Promise<Response> {
  const because = await readWait(c.var.deps.db.read);
  return newsroomPage(c, {
    title: 'After a restore',
    head: { title: 'After a restore' },
    main:
      because === null
        ? html`<p>Nothing waits.</p>`
        : html`<p>${because}</p>
<p>Look first: articles that were scheduled and briefs that were planned are on <a href="/newsroom">Today</a>, each with its own button. These wait for the button here:</p>
<ul><li>ads that would begin or end, and emails about them to advertisers</li><li>reminders of unpaid invoices</li><li>requests to imported readers to confirm their address</li><li>emails to the team about what waits for them, and about sources</li><li>webhooks and messages to other sites</li><li>erasing drafts that were in the bin for long</li></ul>
<form method="post" action="/newsroom/export/restored">${button({ text: 'Release all of them' })}</form>`,
  });
}

/** `POST /newsroom/export/restored`: releases the jobs. */
export async function postRelease(c: Context): Promise<Response> {
  await releaseRestored(c.var.deps, c.var.actor);
  return redirect('/newsroom');
}
