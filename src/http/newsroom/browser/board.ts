import { followChanges } from './board/follow.ts';
import { listenForKeys } from './board/keys.ts';
import { lookAgain } from './board/look-again.ts';

// The board's script: keys, and changes as they happen. Without it the board is a page like any other.

const following = document.getElementById('following');
if (following) {
  listenForKeys();
  followChanges(following, lookAgain);
}
