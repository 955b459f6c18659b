import { serveChild } from '../../core/child-process.ts';
import { checkSource, type SourceCheckJob, type SourceResult } from './check-source.ts';

// A process of its own for a few addresses of different hosts: whatever they answer, it is read here and shown to nobody.

serveChild<SourceCheckJob, SourceResult[]>(({ cited, manner }) =>
  Promise.all(cited.map((one) => checkSource(one, manner))),
);
