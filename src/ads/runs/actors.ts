import type { House } from '../../core/actor.ts';

/** Who acts when an order moves by the time or by what was seen. */
export const AD_CLOCK: House = { kind: 'house', id: 'house', name: 'The clock of the ad desk' };
