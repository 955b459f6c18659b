import { html } from 'hono/html';
import { type Html, printHtml } from '../../editions/html.ts';
import { HTML } from '../../newsstand/copy.ts';
import type { Ctx } from '../env.ts';

export type NewsroomPage = { title: string; main: Html; status?: number };

/** A page of the newsroom: never cached, everything in it escaped, no script. */
export async function newsroomPage(c: Ctx, page: NewsroomPage): Promise<Response> {
  const { publication } = c.var.config;
  const session = c.get('session');
  const markup = html`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${page.title} · ${publication.name} newsroom</title>
<link rel="stylesheet" href="/static/newsroom.css">
<link rel="icon" href="/static/mark.svg" type="image/svg+xml">
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header>
<p class="nameplate"><a href="/newsroom">${publication.name} newsroom</a></p>
${session ? html`<p>${session.editor.name}, ${session.editor.role}</p>` : ''}
</header>
<main id="main" tabindex="-1">
${page.main}
</main>
</body>
</html>
`;
  return new Response(await printHtml(markup), {
    status: page.status ?? 200,
    headers: { 'Content-Type': HTML, 'Cache-Control': 'no-store' },
  });
}
