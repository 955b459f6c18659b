import * as z from 'zod';
import { budgetOf, countFitting, readerTool as defineTool } from '#http/define-reader-tool.ts';

import { checkQuote } from './check-quote.ts';
import { quoteJson, quoteRequestSchema } from './pages/quote-json.ts';

const input = z.strictObject({
  text: quoteRequestSchema.shape.text,
  budget: budgetOf(20_000, 'The list of numbers ends before the number that does not fit.'),
});

type Checked = ReturnType<typeof quoteJson>;

/** The tool `check_quote` of the MCP server for readers. */
export const readerTool = defineTool(
  {
    name: 'check_quote',
    title: 'Check a quote',
    description:
      'Says whether an article of this magazine has, or ever had, these words, where, and whether they still stand. Send the words exactly as you are about to quote them, before you quote them. Returns JSON: match is verbatim, near or not_found; stands is true, corrected, changed or withdrawn. passage has the words of the article, url and permalink lead to them, figures says how each number in them was settled, changed.words how the quote differs, changed.since what happened to the passage; figuresLeft counts numbers that did not fit; next says what to do next.',
  },
  input,
  async ({ publication, deps, spend }, { text, budget }) => {
    await spend('quote');
    const { figures, ...checked } = quoteJson(publication, await checkQuote(deps, text));
    const lengths = [checked, ...figures].map((part) => JSON.stringify(part).length);
    const fitting = figures.slice(0, countFitting(lengths, budget) - 1);
    return {
      ...checked,
      figures: fitting,
      figuresLeft: figures.length - fitting.length,
      next: nextStep({ figures, ...checked }),
    };
  },
);

function nextStep({ match, stands, permalink }: Checked): string {
  if (match === 'not_found')
    return 'No article has these words: do not quote them as words of this magazine. Search for the subject, and copy the words from the article.';
  const words =
    match === 'near' ? 'The article words it in another way: quote passage; changed.words has the differences. ' : '';
  switch (stands) {
    case 'true':
      return `${words}The article says it today. Cite url, or ${permalink}, which never changes.`;
    case 'withdrawn':
      return `${words}The article was withdrawn: do not cite it as what the magazine says; changed.since.note says why.`;
    default:
      return `${words}The article does not say it any more: changed.since says when it changed, why, and what it says now. Quote that, or say that the words are of an earlier revision, at ${permalink}.`;
  }
}
