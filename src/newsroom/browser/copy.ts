import { offerCopies } from '#newsroom/browser/kit/copies.ts';

offerCopies();
