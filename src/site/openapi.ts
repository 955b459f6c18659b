import { otherOwnPages } from '#article/public-resources.ts';
import { type ApiParts, cached, FORMS, forms, NO_SCHEMAS, type Paths, text } from '#http/api-description.ts';

export const apiParts: readonly ApiParts[] = [{ ...NO_SCHEMAS, place: 30, paths: () => ownPagePaths(FORMS) }];

/**
 * The live custom pages, such as an imprint, one by one: beside `/{section}` another pattern is ambiguous. `formsText` says
 * how the form is chosen.
 */
function ownPagePaths(formsText: string): Paths {
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
