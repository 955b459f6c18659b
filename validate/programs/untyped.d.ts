// Types of packages that have none, as far as they are used here.

declare module 'pa11y' {
  import type { Browser } from 'puppeteer';

  type Options = {
    browser: Browser;
    runners: readonly string[];
    standard: 'WCAG2AA';
    ignore: readonly string[];
    hideElements: string;
  };
  type Issue = { code: string; context: string; message: string };
  export default function pa11y(address: string, options: Options): Promise<{ issues: Issue[] }>;
}

declare module '@marbec/web-auto-extractor' {
  export type Extracted = { jsonld: Record<string, unknown[]> };
  export default class WebAutoExtractor {
    constructor(options: { addLocation: boolean });
    parse(page: string): Extracted;
  }
}

declare module '@adobe/structured-data-validator' {
  import type { Extracted } from '@marbec/web-auto-extractor';
  export type Issue = { issueMessage: string; severity: string; path: unknown };
  export default class Validator {
    validate(data: Extracted): Promise<Issue[]>;
  }
}
