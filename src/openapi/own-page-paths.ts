import { otherOwnPages } from '#article/public-resources.ts';
import { cached, forms, type Paths, text } from '#http/api-description.ts';

/**
 * The live pages of one's own, such as an imprint, one by one: beside `/{section}` another pattern is ambiguous. `formsText` says
 * how the form is chosen.
 */
export function ownPagePaths(formsText: string): Paths {
  const tags = ['Pages'];
  return Object.fromEntries(
    otherOwnPages().flatMap(({ slug, title, summary }) => {
      const name = slug.replace(/(?:^|-)(.)/g, (_, first: string) => first.toUpperCase());
      const page = {
        operationId: `readPage${name}`,
        summary: `Read the page ${title}`,
        description: `${summary} Its data are also at \`/api/public/articles/pages/${slug}\`. ${formsText}`,
        tags,
        responses: {
          ...cached('The page.', forms('PublicArticle'), 'Link', 'Last-Modified'),
          404: { $ref: '#/components/responses/NotFoundPage' },
        },
      };
      const markdown = {
        operationId: `readPage${name}Markdown`,
        summary: `Read the page ${title} as Markdown`,
        description: summary,
        tags,
        responses: {
          ...cached('The page.', text('text/markdown'), ...AS_MARKDOWN),
          404: { $ref: '#/components/responses/NotFoundMarkdown' },
        },
      };
      return [
        [`/${slug}`, { get: page }],
        [`/${slug}.md`, { get: markdown }],
      ];
    }),
  );
}

const AS_MARKDOWN = ['Link', 'Last-Modified', 'Content-Location', 'X-Markdown-Tokens', 'Repr-Digest'];
