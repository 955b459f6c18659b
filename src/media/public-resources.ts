import { lazy, type PublicResources } from '#http/route.ts';

// Each file is imported at the first request for one of its handlers.
const cards = () => import('./cards/cards.ts');

export const publicResources: PublicResources = {
  files: [{ path: '/cards/house.png', type: 'image/png', handler: lazy(cards, 'readSiteCard') }],
};
