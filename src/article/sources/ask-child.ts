import { serveChild } from '../../core/child-process.ts';
import { askSource } from './ask-source.ts';
import type { AskJob, Look } from './ask-types.ts';

// A process of its own for a few addresses of different hosts: whatever they answer, it is read here and shown to nobody.

serveChild<AskJob, Look[]>(({ cited, manner }) => Promise.all(cited.map((one) => askSource(one, manner))));
