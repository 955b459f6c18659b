import { watchPublishLinks } from '#newsroom/browser/publish/links.ts';
import { watchPanel } from '#newsroom/browser/publish/panel.ts';

// The script of the pages that publish a revision, or open the drawer that does.

watchPublishLinks();
for (const page of document.querySelectorAll<HTMLElement>('.publish-page')) watchPanel(page);
