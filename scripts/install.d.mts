export declare const root: string;
export declare function isInstalled(folder: string, onlyRunning?: boolean): boolean;
export declare function installWhenStale(folder: string, onlyRunning?: boolean): void;
export declare function requireNode(isPinned?: boolean): void;
