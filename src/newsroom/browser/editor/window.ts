type Keeper = {
  isDirty: () => boolean;
  /** Whether this browser could store the text. */
  isHeld: () => boolean;
  saveLocally: () => void;
  keep: () => Promise<unknown>;
};

/** Stores what was typed when the member leaves the window; `refresh` shows what was typed elsewhere when they return. */
export function watchWindow(keeper: Keeper, refresh: () => Promise<void>): void {
  addEventListener('beforeunload', (event) => {
    if (!keeper.isDirty()) return;
    keeper.saveLocally();
    if (!keeper.isHeld()) event.preventDefault(); // the browser asks, because closing would lose the text
  });
  addEventListener('pagehide', () => {
    if (!keeper.isDirty()) return;
    keeper.saveLocally();
    void keeper.keep();
  });
  document.addEventListener('visibilitychange', () => {
    if (keeper.isDirty()) keeper.saveLocally();
    if (document.visibilityState === 'visible') comeBack();
  });
  addEventListener('focus', comeBack);
  addEventListener('online', comeBack);

  function comeBack(): void {
    if (keeper.isDirty()) void keeper.keep();
    else void refresh();
  }
}
