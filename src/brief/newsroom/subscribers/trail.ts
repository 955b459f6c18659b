/** The link from a page about subscribers back to their list. */
export const SUBSCRIBERS_TRAIL = [{ text: 'Subscribers', href: '/newsroom/subscribers' }];
