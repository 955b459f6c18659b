/** The way back from a page about subscribers. */
export const SUBSCRIBERS_TRAIL = [{ text: 'Subscribers', href: '/newsroom/subscribers' }];
