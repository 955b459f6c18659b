import type { SubscriberState } from '#brief/subscribers/subscriber.ts';
import type { Html } from '#html/html.ts';
import { pill } from '#html/newsroom/kit/pill.ts';

/** The states of subscribers in words. */
export const STATE_LABELS: Record<SubscriberState, string> = {
  confirmed: 'Confirmed',
  pending: 'Pending',
  unsubscribed: 'Unsubscribed',
  suppressed: 'Suppressed',
  erased: 'Erased',
};

/** In place of an address that was erased. */
export const NO_ADDRESS = 'An erased subscriber';

export function statePill({ state, weekly }: { state: SubscriberState; weekly: boolean }): Html {
  const isPaused = state === 'confirmed' && !weekly;
  const tone = state === 'suppressed' ? 'block' : state === 'confirmed' && weekly ? 'ready' : undefined;
  return pill(isPaused ? 'Paused by the subscriber' : STATE_LABELS[state], tone);
}
