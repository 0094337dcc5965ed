export declare const sources: () => string[];
export declare const sheet: () => string;
