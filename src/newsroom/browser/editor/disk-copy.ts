// What is typed, in IndexedDB beside local storage: a browser writes local storage to the disk seconds later, and a browser that
// is killed in between loses it.

const [DATABASE, STORE] = ['plumbline', 'typed'];

/** Milliseconds after which the editor goes on without this storage. */
const LONGEST_WAIT = 1000;

let opened: Promise<IDBDatabase | null> | undefined;

/** Stores a text under a key, or removes it when it is null. */
export async function writeToDisk(key: string, text: string | null): Promise<void> {
  await within<unknown>('readwrite', (store) => (text === null ? store.delete(key) : store.put(text, key)));
}

/** The stored texts whose keys begin with this prefix, by key; none where the browser has no such storage. */
export async function readFromDisk(prefix: string): Promise<Map<string, string>> {
  const range = IDBKeyRange.bound(prefix, `${prefix}\uffff`);
  const [keys, texts] = await Promise.all([
    within<IDBValidKey[]>('readonly', (store) => store.getAllKeys(range)),
    within<string[]>('readonly', (store) => store.getAll(range)),
  ]);
  return new Map((keys ?? []).map((key, at) => [String(key), texts?.[at] ?? '']));
}

async function within<T>(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<T | null> {
  opened ??= open();
  const database = await opened;
  if (!database) return null;
  return new Promise((done) => {
    try {
      const transaction = database.transaction(STORE, mode);
      const request = act(transaction.objectStore(STORE));
      transaction.oncomplete = () => done(request.result);
      transaction.onabort = () => done(null); // such as a full disk: local storage and the server have their own copies
    } catch {
      done(null);
    }
  });
}

function open(): Promise<IDBDatabase | null> {
  return new Promise((done) => {
    setTimeout(() => done(null), LONGEST_WAIT);
    try {
      const request = indexedDB.open(DATABASE, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(STORE);
      request.onsuccess = () => done(request.result);
      request.onerror = () => done(null);
      request.onblocked = () => done(null);
    } catch {
      done(null);
    }
  });
}
